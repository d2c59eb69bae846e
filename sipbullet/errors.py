"""The errors a user can cause. Each message says what, where, which value and what is allowed."""


class SipbulletError(Exception):
    """Base of every error that a user's input can cause; the command line prints it as one line."""


class RobotError(SipbulletError):
    """A robot description that cannot be read or is no walker of this kind."""


class WorldError(SipbulletError):
    """A world file, section or name that is not usable."""


class PlanError(SipbulletError):
    """A footstep plan that cannot be walked; the message names the foothold."""


class ConfigError(SipbulletError):
    """A gait, controller or simulation setting outside its domain."""


class OutputError(SipbulletError):
    """An output place that cannot or must not be written."""


class EngineError(SipbulletError):
    """The physics engine does not hold what it was given, or cannot be started."""
