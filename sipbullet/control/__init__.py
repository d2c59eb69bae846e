"""Controllers: they see a touchdown and set the six quantities of the next step, Eq. (1)."""
