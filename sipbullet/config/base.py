"""What all settings have in common: unknown keys, NaN and infinity are refused."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Gain = Annotated[float, Field(ge=-1000.0, le=1000.0, allow_inf_nan=False)]


class Settings(BaseModel):
    """A table of settings."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
