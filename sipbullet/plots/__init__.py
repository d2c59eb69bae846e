"""SummaryBuilder of recorded runs."""
