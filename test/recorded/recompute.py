"""Computes figures again: Python's standard library, no code of Turnout. Prints the differences; ends with 1 where there
is one.

``recompute.py CASES`` takes exported sessions and the answers to queries: ``{"gym", "sessions", "cases": [{"query",
"covered", "rows", "total", "row_count"}]}``.

The rules of attendance and no-shows: one attendance a class, from its best source, and every class that has one is in
every sum; one number of no-shows a class, by the roster or else net of who came, and totals are sums of them.
"""

import datetime
import json
import math
import sys
import zoneinfo

WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PARTS = [(17, "evening"), (12, "afternoon"), (5, "morning"), (0, "night")]
MONEY = {"revenue", "cost", "pay", "profit", "profit_per_class", "revenue_per_visit", "empty_seat_value"}
RATES = {"fill_rate", "no_show_rate", "slot_index", "trend"}
DENSE = ("day", "week", "month")
DAY = datetime.timedelta(days=1)
TO_COME = {"sessions", "cancelled", "capacity", "booked", "late_cancels", "waitlisted"}


def date(text):
    return datetime.date.fromisoformat(text)


def monday(day):
    return (day - day.weekday() * DAY).isoformat()


def dates_of(day):
    return {"day": day.isoformat(), "week": monday(day), "month": day.isoformat()[:7]}


class Gym:
    def __init__(self, said, sessions):
        self.said = said
        self.zone = zoneinfo.ZoneInfo(said["timezone"])
        self.now = said["nowUtcMs"]
        for one in sessions:
            self.prepare(one)
        self.sessions = sorted(sessions, key=lambda one: (one["startsUtcMs"], one["id"]))
        self.today = datetime.datetime.fromtimestamp(self.now / 1000, self.zone).date()
        self.first = self.last = None
        if not sessions:
            return
        self.first, self.last = self.sessions[0]["date"], self.sessions[-1]["date"]
        expected = {one["date"].weekday() for one in sessions if (self.last - one["date"]).days < 7}
        while self.last < self.today and (self.last + DAY).weekday() not in expected:
            self.last += DAY

    def covered(self, from_, to):
        if self.first is None:
            return None
        begin, end = max(from_, self.first), min(to, self.last)
        return None if begin > end else {"from": begin.isoformat(), "to": end.isoformat()}

    def changes(self, query):
        """The measures whose change is given."""
        from_, to = date(query["from"]), date(query["to"])
        begin, end = date(query["compare"]["from"]), date(query["compare"]["to"])
        if self.first is None or min(from_, begin) < self.first or end > self.last:
            return set()
        is_cut = to > self.today >= from_ and end - begin == min(self.today, self.last) - from_
        return set(query["measures"]) - (TO_COME if is_cut else set())

    def prepare(self, one):
        at = datetime.datetime.fromtimestamp(one["startsUtcMs"] / 1000, self.zone)
        one["date"] = at.date()
        one["minute"] = at.hour * 60 + at.minute
        one["held"] = not one["isCancelled"] and one["endsUtcMs"] <= self.now
        graded = one["quality"] in ("A", "B", "C") and one["attended"] is not None
        one["people"] = one["attended"] if graded else None
        came = one["people"] if one["checkedIn"] is None else one["checkedIn"]
        one["missed"] = None if one["booked"] is None or came is None else max(0, one["booked"] - came)
        amounts = one["amounts"]
        price = amounts["revenue_per_visit"]
        one["price"] = price
        one["revenue"] = one["revenueMilli"]
        if one["revenue"] is None and graded and price is not None:
            one["revenue"] = one["people"] * price
        fixed = [amounts["flat_pay"], amounts["room_cost"]]
        each = [amounts["per_head_pay"], amounts["variable_cost"]]
        one["fixed"] = one["each"] = one["cost"] = one["pay"] = None
        if any(part is not None for part in fixed + each):
            one["fixed"] = sum(part or 0 for part in fixed)
            one["each"] = sum(part or 0 for part in each)
            if one["each"] == 0:
                one["cost"] = one["fixed"]
            elif graded:
                one["cost"] = one["fixed"] + one["people"] * one["each"]
            head = amounts["per_head_pay"] or 0
            if head == 0 or graded:
                one["pay"] = (amounts["flat_pay"] or 0) + (one["people"] * head if head else 0)
        one["series_key"] = (one["class_key"], at.weekday(), one["minute"], one["room_key"])

    def value(self, one, name, verdicts):
        day, hour = one["date"], one["minute"] // 60
        if name in ("quality", "source", "substitute"):
            return one[name]
        return {
            **dates_of(day),
            "weekday": WEEKDAYS[day.weekday()],
            "weekpart": "weekend" if day.weekday() >= 5 else "weekday",
            "hour": hour,
            "part_of_day": next(word for begin, word in PARTS if hour >= begin),
            "start_time": f"{hour:02}:{one['minute'] % 60:02}",
            "room": one["roomId"] if one["roomId"] is not None else one["roomName"],
            "trainer": one["trainer_id"],
            "class": one["class_name"],
            "series": one["class_id"],
            "session": one["id"],
            "verdict": verdicts.get(one["series_key"]),
            "status": self.status(one),
        }[name]

    def status(self, one):
        if one["isCancelled"]:
            return "cancelled"
        if self.now < one["startsUtcMs"]:
            return "scheduled"
        return "in_progress" if self.now < one["endsUtcMs"] else "completed"


def place(name, value):
    return WEEKDAYS.index(value) if name == "weekday" else value


def passes(name, operator, values, value):
    if name == "week":
        values = [monday(date(one)) for one in values]
    if operator == "between":
        low, high = (place(name, one) for one in values)
        at = place(name, value)
        return low <= at <= high if low <= high else at >= low or at <= high
    return (value in values) == (operator == "is")


def known(values):
    values = [one for one in values if one is not None]
    return (sum(values) if values else None), len(values)


def ratio(part, whole):
    return None if not whole or part is None else part / whole


class Row:
    """Figures of some sessions."""

    def __init__(self, sessions, around):
        self.sessions = sessions
        self.around = around
        self.held = [one for one in sessions if one["held"]]
        self.standing = [one for one in sessions if not one["isCancelled"]]
        self.graded = [one for one in self.held if one["people"] is not None]
        self.missing = [one for one in self.held if one["missed"] is not None]
        self.rated = [one for one in self.graded if one["capacity"] is not None]
        self.profited = [
            one for one in self.held if one["revenue"] is not None and one["cost"] is not None
        ]

    def fill(self, sessions):
        places = sum(one["capacity"] for one in sessions)
        return ratio(sum(one["people"] for one in sessions), places)

    def per_visit(self):
        paid = [one for one in self.graded if one["revenue"] is not None]
        return ratio(sum(one["revenue"] for one in paid), sum(one["people"] for one in paid)), len(paid)

    def measure(self, name):
        """The value, unrounded and in thousandths, and its n."""
        if not self.around.is_covered or name in ("fill_goal", "attendance_goal"):
            return None, 0  # The gyms of this test set no goals.
        of_all, people = len(self.sessions), known(one["people"] for one in self.graded)
        profit = known(one["revenue"] - one["cost"] for one in self.profited)
        if name in ("capacity", "booked", "late_cancels", "waitlisted"):
            return known(one[name] for one in self.standing)
        if name in ("revenue", "cost", "pay"):
            return known(one[name] for one in self.held)
        return {
            "sessions": lambda: (of_all, of_all),
            "held": lambda: (len(self.held), of_all),
            "cancelled": lambda: (of_all - len(self.standing), of_all),
            "attended": lambda: people,
            "average_attendance": lambda: (ratio(*people), people[1]),
            "fill_rate": lambda: (self.fill(self.rated), len(self.rated)),
            "empty_seats": lambda: known(max(0, one["capacity"] - one["people"]) for one in self.rated),
            "over_capacity": lambda: known(int(one["people"] > one["capacity"]) for one in self.rated),
            "no_shows": lambda: known(one["missed"] for one in self.missing),
            "no_show_rate": self.no_show_rate,
            "walk_ins": lambda: known(
                max(0, one["people"] - one["booked"]) for one in self.graded if one["booked"] is not None
            ),
            "profit": lambda: profit,
            "profit_per_class": lambda: (ratio(*profit), profit[1]),
            "revenue_per_visit": self.per_visit,
            "empty_seat_value": self.empty_seat_value,
            "breakeven_attendance": self.breakeven,
            "slot_index": self.slot_index,
            "trend": self.trend,
        }[name]()

    def no_show_rate(self):
        missed = sum(one["missed"] for one in self.missing)
        return ratio(missed, sum(one["booked"] for one in self.missing)), len(self.missing)

    def empty_seat_value(self):
        priced = [(one, self.around.price(one)) for one in self.rated]
        return known(None if price is None else max(0, one["capacity"] - one["people"]) * price for one, price in priced)

    def slot_index(self):
        pairs = [(one["people"], self.around.expected(one)) for one in self.graded]
        pairs = [pair for pair in pairs if pair[1] is not None]
        return ratio(sum(a for a, _ in pairs), sum(b for _, b in pairs)), len(pairs)

    def trend(self):
        if self.around.days < 14:
            return None, len(self.rated)
        first = self.fill([one for one in self.rated if one["date"] < self.around.turn])
        second = self.fill([one for one in self.rated if one["date"] >= self.around.turn])
        return (None if first is None or second is None else second - first), len(self.rated)

    def breakeven(self):
        per_visit, _ = self.per_visit()
        costed = [one for one in self.held if one["fixed"] is not None]
        if per_visit is None:
            costed = [one for one in costed if one["price"] is not None]
        if not costed:
            return None, 0
        prices = sum(one["price"] for one in costed) if per_visit is None else per_visit * len(costed)
        margin = prices - sum(one["each"] for one in costed)
        fixed = sum(one["fixed"] for one in costed)
        return (None if margin <= 0 else max(0, math.ceil(fixed / margin - 1e-9))), len(costed)


class Around:
    """What a range knows of other classes than those of a row."""

    def __init__(self, gym, from_, to):
        self.gym = gym
        self.is_covered = gym.covered(from_, to) is not None
        self.days = (to - from_).days + 1
        self.turn = from_ + self.days // 2 * DAY
        self.inside = [one for one in gym.sessions if from_ <= one["date"] <= to]
        self.by_series = {}
        for one in self.inside:
            self.by_series.setdefault(one["series_key"], []).append(one)
        start = min(from_, to - 41 * DAY)
        self.slots = {}
        for one in gym.sessions:
            if start <= one["date"] <= to and one["held"] and one["people"] is not None:
                self.slots.setdefault(self.slot_of(one), []).append(one["people"])
        self.verdicts = {key: self.verdict(own) for key, own in self.by_series.items()}
        self.prices = {}

    def slot_of(self, one):
        return one["series_key"][:3]

    def expected(self, one):
        people = self.slots[self.slot_of(one)]
        return None if len(people) < 2 else (sum(people) - one["people"]) / (len(people) - 1)

    def price(self, one):
        key = one["series_key"]
        if key not in self.prices:
            own = self.by_series[key]
            observed, _ = Row(own, self).per_visit()
            self.prices[key] = own[-1]["price"] if observed is None else observed
        return self.prices[key]

    def verdict(self, own):
        limits = self.gym.said["verdicts"]
        least = limits["minOccurrences"]
        row = Row(own, self)
        if len(row.graded) < least:
            return "insufficient_data"
        fill = None if len(row.rated) < least else row.fill(row.rated)
        if fill is not None and fill < limits["deadBelow"]:
            return "dead"
        profits = [one for one in row.profited if one["people"] is not None]
        losses = [one for one in profits if one["revenue"] < one["cost"]]
        if losses and len(profits) >= least and len(losses) >= limits["lossShare"] * len(profits):
            return "unprofitable"
        if fill is None:
            return "insufficient_data"
        if fill < limits["weakBelow"]:
            return "weak"
        lists = [one["waitlisted"] for one in row.held if one["waitlisted"] is not None]
        if len(lists) >= least and sum(one > 0 for one in lists) > len(lists) / 2:
            return "full"
        if fill >= limits["fullFrom"]:
            return "full"
        return "fair" if fill < limits["fairBelow"] else "healthy"


def rounded(value, places):
    scale = 10**places
    size = math.floor(abs(value) * scale * (1 + sys.float_info.epsilon) + 0.5) / scale
    return -size if value < 0 and size != 0 else size


def shown(name, value):
    if value is None:
        return None
    return rounded(value / 1000 if name in MONEY else value, 4 if name in RATES else 2)


def groups_of(gym, query, dates):
    around = Around(gym, date(dates["from"]), date(dates["to"]))
    chosen = [
        one
        for one in around.inside
        if all(
            passes(name, operator, values, gym.value(one, name, around.verdicts))
            for name, operator, values in query["where"]
        )
    ]
    groups = {}
    for one in chosen:
        key = tuple(gym.value(one, name, around.verdicts) for name in query["by"])
        groups.setdefault(key, []).append(one)
    return around, chosen, groups


def in_gaps(query, from_, to, groups):
    at = next(i for i, name in enumerate(query["by"]) if name in DENSE)
    days = [from_ + n * DAY for n in range((to - from_).days + 1)]
    values = {dates_of(day)[query["by"][at]] for day in days}
    others = {key[:at] + key[at + 1 :] for key in groups} or ({()} if len(query["by"]) == 1 else set())
    for other in others:
        for value in values:
            groups.setdefault(other[:at] + (value,) + other[at:], [])


def differences(gym, case):
    query = case["query"]
    from_, to = date(query["from"]), date(query["to"])
    around, chosen, groups = groups_of(gym, query, query)
    if query["fill"] == "gaps":
        in_gaps(query, from_, to, groups)
    holds = {"<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__}
    kept = {}
    for key, own in groups.items():
        row = Row(own, around)
        bounds = []
        for name, operator, bound in query["having"]:
            value, _ = row.measure(name)
            scale = 1000 if name in MONEY else 1
            bounds.append(value is not None and holds[operator](float(value / scale), float(bound)))
        if all(bounds):
            kept[key] = row
    found = []
    if case["covered"] != gym.covered(from_, to):
        found.append(f"covered {case['covered']}, not {gym.covered(from_, to)}")
    if len(kept) != case["row_count"]:
        found.append(f"{len(kept)} rows, not {case['row_count']}")
    compare = query["compare"]
    then, chosen_then, groups_then = groups_of(gym, query, compare) if compare else (None, [], {})
    total = Row(chosen, around)
    for said in case["rows"]:
        key = tuple(said[name] for name in query["by"])
        if key not in kept:
            found.append(f"no row {key}")
            continue
        check(f"row {key}", said, kept[key], query, found)
        if compare and not set(query["by"]) & set(DENSE):
            before = Row(groups_then.get(key, []), then)
            check_change(f"row {key}", said, (kept[key], before), gym, query, found)
    check("total", case["total"], total, query, found)
    if compare:
        check_change("total", case["total"], (total, Row(chosen_then, then)), gym, query, found)
    return found


def check(where, said, row, query, found):
    if said["of"] != len(row.sessions):
        found.append(f"{where}: of {said['of']}, not {len(row.sessions)}")
    for name in query["measures"]:
        value, n = row.measure(name)
        if said[name] != shown(name, value) or said["n"][name] != n:
            found.append(f"{where}: {name} {said[name]} of {said['n'][name]}, not {shown(name, value)} of {n}")


def check_change(where, said, rows, gym, query, found):
    row, before = rows
    given = gym.changes(query)
    is_known = gym.covered(date(query["compare"]["from"]), date(query["compare"]["to"])) is not None
    for name in query["measures"]:
        value, _ = row.measure(name)
        then = before.measure(name)[0] if is_known else None
        has_change = name in given and value is not None and then is not None
        change = shown(name, value - then) if has_change else None
        if said["previous"][name] != shown(name, then) or said["change"][name] != change:
            found.append(f"{where}: {name} was {said['previous'][name]}, not {shown(name, then)}, change {said['change'][name]}, not {change}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        said = json.load(file)
    gym = Gym(said["gym"], said["sessions"])
    wrong = 0
    for number, case in enumerate(said["cases"]):
        found = differences(gym, case)
        if found:
            wrong += 1
            print(f"query {number}: {json.dumps(case['query'])}")
            for line in found[:5]:
                print(f"  {line}")
    print(f"{len(said['cases'])} queries over {len(gym.sessions)} sessions, {wrong} with a difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
