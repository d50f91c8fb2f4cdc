"""Which answers are kept."""

from turnout_client.entity_cache import Entity, EntityCache


def entity(text: str) -> Entity:
    return Entity(f'"{text}"', text.encode())


def test_the_one_not_used_for_longest_is_given_up() -> None:
    cache = EntityCache(2)
    cache.put("/a", entity("a"))
    cache.put("/b", entity("b"))
    cache.get("/a")
    cache.put("/c", entity("c"))
    assert cache.get("/a") == entity("a")
    assert cache.get("/b") is None
    assert cache.get("/c") == entity("c")


def test_bytes_are_bounded_too_whatever_the_number() -> None:
    cache = EntityCache(100, most_bytes=10)
    cache.put("/a", entity("aaaaaa"))
    cache.put("/b", entity("bbbbbb"))
    assert cache.get("/a") is None
    assert cache.get("/b") == entity("bbbbbb")
    cache.put("/c", entity("longer than all of it"))
    assert cache.get("/c") is None


def test_a_newer_answer_takes_the_place_of_the_one_before() -> None:
    cache = EntityCache(2, most_bytes=10)
    for text in ("aaaaaa", "bbbbbb", "cccccc"):
        cache.put("/a", entity(text))
    assert cache.get("/a") == entity("cccccc")


def test_none_is_kept_where_none_may_be() -> None:
    cache = EntityCache(0)
    cache.put("/a", entity("a"))
    assert cache.get("/a") is None
