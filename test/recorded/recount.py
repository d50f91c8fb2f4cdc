"""Counts the figures of every recorded gym again, out of the tables of its data folder and nothing else: Python's
standard library, no code of Turnout. Prints the differences; ends with 1 where there is one.

    recount.py turnout.sqlite gyms.json answers.json NOW_MS

``gyms.json`` has the ``gyms`` of the configuration, ``answers.json`` has ``{gym: {name of the request: body}}``. Written
from docs/method.md: one attendance a class from its best source, one number of no-shows a class, and every total is the
sum of its classes.
"""

import datetime
import json
import math
import sqlite3
import sys
import unicodedata
import zoneinfo
from collections import defaultdict

WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAY = datetime.timedelta(days=1)
SOURCES = ("manual", "camera", "import")


def folded(name):
    apart = unicodedata.normalize("NFD", name).casefold()
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


class Session:
    def __init__(self, row, gym, estimate, correction):
        self.id, self.name, self.trainer, self.room = row["id"], row["name"], row["trainer"], row["room"]
        self.at = datetime.datetime.fromtimestamp(row["starts_utc_ms"] / 1000, gym["zone"])
        self.date = self.at.date()
        self.cancelled = bool(row["is_cancelled"])
        self.held = not self.cancelled and row["ends_utc_ms"] <= gym["now"]
        self.capacity = row["capacity"]
        if self.capacity is None:
            self.capacity = gym["rooms"].get(row["room"])
        self.booked, self.checked_in = row["booked"], row["checked_in"]
        self.people, self.source = self.best(estimate, correction)
        self.no_shows, self.no_shows_basis = self.absent()
        self.revenue, self.cost = self.money(row, gym)
        self.series = (folded(self.name), self.at.weekday(), self.at.strftime("%H:%M"), self.room)

    def best(self, estimate, correction):
        """The people who came and how that is known: a correction, else the camera, else check-ins."""
        if correction is not None:
            return correction, "manual"
        if estimate is not None and estimate[1] is not None and estimate[4] in ("A", "B", "C"):
            return estimate[1], "camera"
        if self.checked_in is not None:
            return self.checked_in, "import"
        return None, None

    def absent(self):
        if self.booked is None:
            return None, None
        if self.checked_in is not None:
            return max(0, self.booked - self.checked_in), "roster"
        return (None, None) if self.people is None else (max(0, self.booked - self.people), "net")

    def money(self, row, gym):
        amounts = dict(gym["economics"])
        for kind, name in (("trainers", self.trainer), ("classes", self.name)):
            for own in amounts.pop(kind, []):
                if own["name"] in (name, gym["names"].get(name)):
                    amounts.update(own)
        self.price = amounts.get("revenue_per_visit")
        revenue = None if row["revenue_milli"] is None else row["revenue_milli"] / 1000
        if revenue is None and self.people is not None and self.price is not None:
            revenue = self.people * self.price
        fixed = [amounts.get("flat_pay"), amounts.get("room_cost")]
        each = [amounts.get("per_head_pay"), amounts.get("variable_cost")]
        if all(part is None for part in fixed + each):
            return revenue, None
        fixed, each = (sum(part or 0 for part in parts) for parts in (fixed, each))
        if each == 0:
            return revenue, fixed
        return revenue, None if self.people is None else fixed + self.people * each


def total(values):
    values = [value for value in values if value is not None]
    return sum(values) if values else None


def ratio(part, whole):
    return None if part is None or not whole else part / whole


class Figures:
    """Of some classes, of which those count that took place."""

    def __init__(self, sessions):
        self.all = list(sessions)
        self.held = [one for one in self.all if one.held]
        self.counted = [one for one in self.held if one.people is not None]
        self.rated = [one for one in self.counted if one.capacity is not None]
        self.missed = [one for one in self.held if one.no_shows is not None]
        self.attended = total(one.people for one in self.counted)
        self.fill = ratio(
            total(one.people for one in self.rated), total(one.capacity for one in self.rated)
        )
        self.average = ratio(self.attended, len(self.counted))
        self.no_shows = total(one.no_shows for one in self.missed)
        self.no_show_rate = ratio(self.no_shows, total(one.booked for one in self.missed))
        known = [one for one in self.counted if one.booked is not None]
        self.walk_ins = total(max(0, one.people - one.booked) for one in known)
        self.revenue = total(one.revenue for one in self.held)
        self.cost = total(one.cost for one in self.held)
        both = [one for one in self.held if one.revenue is not None and one.cost is not None]
        self.profits = len(both)
        self.profit = total(one.revenue - one.cost for one in both)
        earned = [one for one in self.counted if one.revenue is not None]
        self.per_visit = ratio(total(one.revenue for one in earned), total(one.people for one in earned))
        self.sources = {word: sum(one.source == word for one in self.counted) for word in SOURCES}
        present = self.sources["manual"] + self.sources["camera"]
        self.basis = (
            None
            if not self.counted
            else "mixed"
            if present and self.sources["import"]
            else "present"
            if present
            else "checked_in"
        )
        kinds = {one.no_shows_basis for one in self.missed}
        self.no_shows_basis = None if not kinds else "mixed" if len(kinds) == 2 else kinds.pop()

    def body(self):
        """The members that reports share."""
        return {
            "attendance_basis": self.basis,
            "attendance_sources": self.sources,
            "graded_classes": len(self.counted),
            "attended": self.attended,
            "average_attendance": self.average,
            "fill_rate": self.fill,
            "rated_classes": len(self.rated),
            "no_shows": self.no_shows,
            "no_show_rate": self.no_show_rate,
            "no_shows_basis": self.no_shows_basis,
            "no_show_classes": len(self.missed),
            "walk_ins": self.walk_ins,
        }


class Check:
    def __init__(self):
        self.compared = 0
        self.wrong = []

    def same(self, where, body, wanted):
        for name, value in wanted.items():
            self.compared += 1
            if name not in body:
                self.wrong.append(f"{where}: no {name}")
            elif not equal(body[name], value):
                self.wrong.append(f"{where}.{name}: {body[name]}, counted again {value}")


def equal(shown, exact):
    """Shown numbers are rounded to two places, rates to four."""
    if isinstance(shown, float) or isinstance(exact, float):
        if shown is None or exact is None:
            return False
        places = 4 if abs(exact) < 4 else 2
        return math.isclose(shown, exact, abs_tol=0.51 / 10**places) or shown == round(exact, 2)
    return shown == exact


def within(sessions, first, last):
    return [one for one in sessions if first <= one.date <= last]


def covered(gym, first, last):
    """From the first class to the last one known, and on up to today over weekdays without a class in the last week."""
    if not gym["sessions"]:
        return None
    newest = gym["sessions"][-1].at
    weekdays = {one.date.weekday() for one in gym["sessions"] if one.at > newest - datetime.timedelta(days=7)}
    end = newest.date()
    while end < gym["today"] and (end + DAY).weekday() not in weekdays:
        end += DAY
    begin, end = max(first, gym["sessions"][0].date), min(last, end)
    return None if begin > end else {"from": begin.isoformat(), "to": end.isoformat()}


def check_covered(check, where, gym, body, period):
    first, last = (datetime.date.fromisoformat(period[end]) for end in ("from", "to"))
    check.same(where, body, {"covered": covered(gym, first, last)})


def check_summary(check, gym, answers):
    body = answers["summary"]
    today = within(gym["sessions"], gym["today"], gym["today"])
    figures = Figures(today)
    standing = [one for one in today if not one.cancelled]
    wanted = figures.body()
    for name in ("attended", "average_attendance", "walk_ins", "no_show_rate"):
        wanted.pop(name)
    check.same(
        "summary",
        body,
        wanted
        | {
            "total_classes": len(today),
            "completed_classes": len(figures.held),
            "total_attendance": figures.attended,
            "total_booked": total(one.booked for one in standing),
            "total_capacity": total(one.capacity for one in standing),
        },
    )
    rows = [one for one in body["classes"] if one["status"] == "completed"]
    check.same("summary, its classes", {"no_shows": total(one["no_shows"] for one in rows)}, {"no_shows": figures.no_shows})
    check.same("summary, its classes", {"attended": total(one["attended"] for one in rows)}, {"attended": figures.attended})


def series_of(gym):
    first = gym["today"] - datetime.timedelta(days=41)
    found = defaultdict(list)
    for one in within(gym["sessions"], first, gym["today"]):
        found[one.series].append(one)
    return found, first


def key_of(row, rooms):
    return (folded(row["name"]), WEEKDAYS.index(row["weekday"]), row["start_time"], rooms.get(row["room"], row["room"]))


def check_ranking(check, gym, answers):
    found, first = series_of(gym)
    half = first + datetime.timedelta(days=21)
    body = answers["performance-100"]
    check.same("performance", body, {"total_classes": len(found)})
    check_covered(check, "performance", gym, body, body["window"])
    for row in body["ranking"] + body["dead_classes"]:
        own = found[key_of(row, gym["room_ids"])]
        figures = Figures(own)
        fills = [
            Figures(one for one in own if (one.date < half) == is_first).fill for is_first in (True, False)
        ]
        check.same(
            f"performance {row['class_id']}",
            row,
            {
                "attendance_basis": figures.basis,
                "attendance_sources": figures.sources,
                "occurrences": len(figures.held),
                "graded_occurrences": len(figures.counted),
                "attended": figures.attended,
                "average_attendance": figures.average,
                "fill_rate": figures.fill,
                "no_show_rate": figures.no_show_rate,
                "trend": None if None in fills else fills[1] - fills[0],
            },
        )


def check_revenue(check, gym, answers):
    found, _ = series_of(gym)
    body = answers["revenue"]
    check_covered(check, "revenue", gym, body, body["window"])
    window = Figures(one for own in found.values() for one in own)
    empty = [value for own in found.values() for value in [empty_value(own)] if value is not None]
    check.same(
        "revenue totals",
        body["totals"],
        {
            "revenue": window.revenue,
            "cost": window.cost,
            "profit": window.profit,
            "empty_seat_value": total(empty),
        },
    )
    for row in body["most_profitable"] + body["dead"]:
        own = found[key_of(row, gym["room_ids"])]
        figures = Figures(own)
        check.same(
            f"revenue {row['class_id']}",
            row,
            {
                "attendance_basis": figures.basis,
                "occurrences": len(figures.held),
                "revenue": figures.revenue,
                "cost": figures.cost,
                "profit": figures.profit,
                "profit_per_class": ratio(figures.profit, figures.profits),
                "revenue_per_visit": figures.per_visit,
                "average_attendance": figures.average,
                "fill_rate": figures.fill,
                "empty_seat_value": empty_value(own),
            },
        )


def empty_value(own):
    figures = Figures(own)
    price = own[-1].price if figures.per_visit is None else figures.per_visit
    if price is None or not figures.rated:
        return None
    return sum(max(0, one.capacity - one.people) for one in figures.rated) * price


def check_trainers(check, gym, answers):
    for name, body in answers.items():
        if not name.startswith("trainer-") or "classes_taught" not in body:
            continue
        first, last = (datetime.date.fromisoformat(body[end]) for end in ("from", "to"))
        check_covered(check, name, gym, body, body)
        own = [one for one in gym["sessions"] if one.trainer == body["trainer"]["id"]]
        figures = Figures(within(own, first, last))
        check.same(
            name,
            body,
            figures.body()
            | {
                "classes_taught": len(figures.held),
                "booked": total(one.booked for one in figures.held),
                "capacity": total(one.capacity for one in figures.rated),
            },
        )
        days = (last - first).days + 1
        before = Figures(within(own, first - datetime.timedelta(days=days), first - datetime.timedelta(days=1)))
        check.same(f"{name} previous", body["previous"], {"fill_rate": before.fill})


MEASURES = {
    "sessions": lambda of: len(of.all),
    "held": lambda of: len(of.held),
    "cancelled": lambda of: sum(one.cancelled for one in of.all),
    "attended": lambda of: of.attended,
    "booked": lambda of: total(one.booked for one in of.all if not one.cancelled),
    "capacity": lambda of: total(one.capacity for one in of.all if not one.cancelled),
    "fill_rate": lambda of: of.fill,
    "average_attendance": lambda of: of.average,
    "no_shows": lambda of: of.no_shows,
    "no_show_rate": lambda of: of.no_show_rate,
    "walk_ins": lambda of: of.walk_ins,
    "revenue": lambda of: of.revenue,
    "cost": lambda of: of.cost,
    "profit": lambda of: of.profit,
    "revenue_per_visit": lambda of: of.per_visit,
}

DIMENSIONS = {
    "day": lambda one: one.date.isoformat(),
    "week": lambda one: (one.date - datetime.timedelta(days=one.date.weekday())).isoformat(),
    "month": lambda one: one.date.isoformat()[:7],
    "weekday": lambda one: WEEKDAYS[one.date.weekday()],
    "hour": lambda one: one.at.hour,
    "start_time": lambda one: one.at.strftime("%H:%M"),
    "room": lambda one: one.room,
    "trainer": lambda one: one.trainer,
    "class": lambda one: folded(one.name),
    "session": lambda one: one.id,
    "source": lambda one: one.source,
}


def check_query(check, where, gym, body):
    query = body["query"]
    by = query["by"]
    check_covered(check, where, gym, body, query)
    if query["where"] or any(name not in DIMENSIONS for name in by):
        return
    first, last = (datetime.date.fromisoformat(query[end]) for end in ("from", "to"))
    inside = within(gym["sessions"], first, last)
    groups = defaultdict(list)
    for one in inside:
        groups[tuple(DIMENSIONS[name](one) for name in by)].append(one)
    for row in [*body["rows"], body["total"]]:
        is_total = row is body["total"]
        key = tuple(folded(row[name]) if name == "class" else row[name] for name in by if not is_total)
        figures = Figures(inside if is_total else groups[key])
        wanted = {name: MEASURES[name](figures) for name in query["measures"] if name in MEASURES}
        if body["covered"] is None:
            wanted = dict.fromkeys(wanted)
        check.same(f"{where} {'total' if is_total else key}", row, wanted)
        basis = row.get("basis", {})
        if "attendance" in basis:
            check.same(f"{where} {key}", basis, {"attendance": figures.basis, "sources": figures.sources})
        if "no_shows" in basis:
            check.same(f"{where} {key}", basis, {"no_shows": figures.no_shows_basis})


def check_asked(check, where, gym, body):
    query = body["_meta"].get("query")
    if query is None or query["by"] or query["where"] or query["measures"] != ["attended"]:
        return
    first, last = (datetime.date.fromisoformat(query[end]) for end in ("from", "to"))
    people = Figures(within(gym["sessions"], first, last)).attended
    check.same(where, body["_meta"]["numbers"], {} if people is None else {"attended": people})


def check_week(check, gym, body):
    """The seven days that end today, each for itself and together."""
    check_covered(check, "week", gym, body, body)
    for part in [body, *body["days"]]:
        first = datetime.date.fromisoformat(part.get("from", part.get("date")))
        last = datetime.date.fromisoformat(part.get("to", part.get("date")))
        figures = Figures(within(gym["sessions"], first, last))
        check.same(f"week {first}", part, figures.body())


def gyms_of(database, config, now):
    tables = sqlite3.connect(database)
    tables.row_factory = sqlite3.Row
    estimates = {
        row["class"]: json.loads(row["body"])
        for row in tables.execute("SELECT class, body FROM estimates ORDER BY version")
    }
    corrections = {
        row["class"]: row["attended"]
        for row in tables.execute(
            "SELECT class, attended FROM corrections WHERE withdrawn_utc_ms IS NULL ORDER BY number"
        )
    }
    for said in config["gyms"]:
        zone = zoneinfo.ZoneInfo(said["timezone"])
        gym = {
            "id": said["id"],
            "zone": zone,
            "now": now,
            "today": datetime.datetime.fromtimestamp(now / 1000, zone).date(),
            "rooms": {room["id"]: room.get("capacity") for room in said["rooms"]},
            "room_ids": {room.get("name", room["id"]): room["id"] for room in said["rooms"]},
            "economics": said.get("economics", {}),
            "names": {
                row["id"]: row["name"]
                for row in tables.execute("SELECT id, name FROM trainers WHERE gym = ?", [said["id"]])
            },
        }
        rows = tables.execute("SELECT * FROM classes WHERE gym = ? ORDER BY starts_utc_ms, id", [said["id"]])
        gym["sessions"] = [
            Session(row, gym, estimates.get(row["key"]), corrections.get(row["key"])) for row in rows
        ]
        yield gym


def main():
    database, config, answers, now = sys.argv[1:]
    with open(config, encoding="utf-8") as file:
        config = json.load(file)
    with open(answers, encoding="utf-8") as file:
        answers = json.load(file)
    check = Check()
    classes = 0
    for gym in gyms_of(database, config, int(now)):
        own = answers[gym["id"]]
        classes += len(gym["sessions"])
        seen = len(check.wrong)
        check_summary(check, gym, own)
        check_ranking(check, gym, own)
        check_revenue(check, gym, own)
        check_trainers(check, gym, own)
        for name, body in own.items():
            if name.startswith("query-") and "rows" in body:
                check_query(check, name, gym, body)
            if name.startswith("ask-") and "_meta" in body:
                check_asked(check, name, gym, body)
        check_week(check, gym, own["week"])
        for line in check.wrong[seen:]:
            print(f"{gym['id']}: {line}")
    print(
        f"{check.compared} figures of {len(config['gyms'])} gyms and {classes} classes counted again, "
        f"{len(check.wrong)} differ"
    )
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
