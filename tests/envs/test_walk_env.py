import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sipbullet.gym  # noqa: F401 (registers)
from sipbullet.envs.policy_search import action, score, search
from sipbullet.errors import SipbulletError

NAMES = ("sipbullet/Walk-v0", "sipbullet/Stairs-v0")
NOTHING = np.zeros(6, dtype=np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasiums_checker_has_nothing_to_say(name):
    env = gymnasium.make(name, render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episode(name):
    def episode(seed):
        env = gymnasium.make(name)
        seen = [env.reset(seed=seed)[0]]
        seen += [env.step(NOTHING)[0] for _ in range(3)]
        env.close()
        return np.array(seen)

    assert np.array_equal(episode(4), episode(4))
    assert not np.array_equal(episode(4), episode(5))


def test_doing_nothing_falls_and_a_roll_gain_walks_to_the_end():
    env = gymnasium.make("sipbullet/Stairs-v0")
    good, nothing = (
        score(env, np.array(gains), range(2)) for gains in ([3.5, 0.3, 1.8, 1.4], [0.0] * 4)
    )
    assert nothing < 10
    assert good > 30
    seen, _ = env.reset(seed=0)
    rewards = []
    while True:
        seen, reward, terminated, truncated, _info = env.step(
            action(np.array([3.5, 0.3, 1.8, 1.4]), seen)
        )
        rewards.append(reward)
        if terminated or truncated:
            break
    assert terminated
    assert len(rewards) == 32
    assert min(rewards) > 0
    assert max(rewards) <= 1
    env.close()


def test_a_fall_ends_the_episode_and_says_why():
    env = gymnasium.make("sipbullet/Walk-v0")
    env.reset(seed=1)
    for _ in range(60):
        _, reward, terminated, truncated, info = env.step(NOTHING)
        if terminated or truncated:
            break
    assert terminated
    assert reward == 0.0
    assert info["reason"].startswith("step ")
    env.close()


def test_environments_run_side_by_side():
    envs = gymnasium.make_vec("sipbullet/Walk-v0", num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    for _ in range(4):
        seen, rewards, *_ = envs.step(np.zeros((3, 6), dtype=np.float32))
    assert seen.shape == (3, 17)
    assert rewards.shape == (3,)
    envs.close()


def test_a_picture_of_the_walker():
    env = gymnasium.make("sipbullet/Walk-v0", render_mode="rgb_array")
    env.reset(seed=0)
    env.step(NOTHING)
    picture = env.render()
    assert picture.shape == (270, 480, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture)) > 20
    env.close()


def test_a_search_beats_doing_nothing():
    _, found, nothing = search(rounds=4, tries=5)
    assert found > 2 * nothing


def test_bad_worlds_are_named():
    with pytest.raises(SipbulletError, match="no world or file"):
        gymnasium.make("sipbullet/Walk-v0", world="nowhere")


def test_wrong_actions_and_unknown_options_are_named():
    env = gymnasium.make("sipbullet/Walk-v0").unwrapped
    with pytest.raises(SipbulletError, match="'speed'; this environment knows no options"):
        env.reset(options={"speed": 3})
    env.reset(seed=0)
    for wrong in (np.zeros(5), np.full(6, np.nan), "go", None):
        with pytest.raises(SipbulletError, match="six numbers"):
            env.step(wrong)
    env.close()


def test_a_step_after_the_end_is_named():
    env = gymnasium.make("sipbullet/Walk-v0").unwrapped
    with pytest.raises(SipbulletError, match="call reset"):
        env.step(NOTHING)
    env.close()


def test_settings_that_are_none_are_one_line():
    with pytest.raises(SipbulletError, match="unknown key 'colour'") as error:
        gymnasium.make("sipbullet/Walk-v0", colour=3)
    assert "\n" not in str(error.value)
