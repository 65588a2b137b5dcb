#!/usr/bin/env python3
"""Check a mahjong event without its site: python3 mahjong-verify.py FILE [FILE ...] [--head NUMBER:DIGEST ...]

FILE is an event (mahjong-event/2): its public part or the whole; each may be JSON or in a ZIP. A line stands for each
check, with the section of docs/checking.md, docs/deals.md or docs/seating.md that it follows. It shares no code with
Mahjong Director, needs Python 3.9 or newer and nothing else, reads the files that you name, fetches and sends nothing.
Exit status: 0 in order, 1 something is wrong, 2 a file cannot be read.
"""

import argparse
import datetime
import hashlib
import hmac
import json
import re
import sys
import zipfile
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, product, zip_longest

FORMAT = "mahjong-event/2"
GOOD, WRONG, UNKNOWN = "in order", "wrong", "not known"
MAX_BYTES, MAX_BOARDS, MAX_ROUNDS, MAX_TABLES = 32 * 2**20, 20_000, 10_000, 10_000
DAMAGED = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)

# Sections of the documents.
BUNDLE = 'checking.md "The public part, section by section"'
LOG = 'checking.md "The log"'
RESULTS = 'checking.md "From sheets to standings"'
SINCE = 'checking.md "Changed since the draw"'
DEALS = 'deals.md "From the seed to the wall"'
SHEET = 'deals.md "The sheet"'
SHUFFLE = 'seating.md "The shuffle"'
SWISS = 'seating.md "Swiss"'
PROMISES = 'seating.md "To be above suspicion: promise the draw"'
CERTIFICATE = 'seating.md "The certificate, field by field"'
OWN_COMMAND = "the program's own command tells (checking.md)"
# Way that is promised -> kinds of draw that keep it.
WAYS = {"together": ("fixed", "added"), "swiss": ("swiss",), "movement": ("movement",), "fixtures": ("fixtures",)}
RED_FIVES = ("riichi-ema-2008", "riichi-ema-2012", "riichi-tenhou", "riichi-wrc-2022-ara")

# Metric that is a sum -> the amount that is added up.
SUMS = {"total": "score", "direct_games": "score", "table_points": "table_points", "points": "points", "uma": "uma"}
LESS_WINS = {"fourth_places", "average_place", "penalties", "best_member", "lot"}
AMOUNTS = ("score", "points", "table_points", "uma")
NO_GAME = {**dict.fromkeys(AMOUNTS, Fraction(0)), "place": 0, "team": None, "for_team": True}
SCORING = {*"start_points return_points divisor table_points uma oka leftover fines ties rounding".split()}
PLACES = ("first_places", "second_places", "third_places", "fourth_places")
# Section -> the column that names the row above.
ABOVE = {
    "seats": "seating",
    "result_seats": "result",
    "boards": "board_set",
    "board_shares": "board_set",
    "board_plays": "board",
    "play_seats": "play",
}
# Section of the claims -> the key of its rows.
CLAIMED = {"promises": "commitment", "draws": "draw", "seatings": "seating", "sheets": "result", "competitors": "key"}


class Unreadable(ValueError):
    """A file that is not what this program reads."""


class Report:
    """The lines, printed as they come, each at the place and under the section of the check that runs."""

    def __init__(self):
        self.counts, self.logs, self.section, self.place = {GOOD: 0, WRONG: 0, UNKNOWN: 0}, [], "", ""

    def say(self, outcome, text):
        self.counts[outcome] += 1
        line = "".join(sign if sign.isprintable() else "?" for sign in f"{self.place}: {text} [{self.section}]")
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(f"{outcome:<10}{line}\n".encode(encoding, "replace").decode(encoding, "replace"))

    def holds(self, true, good, why=""):
        self.say(GOOD if true else WRONG, good if true else f"not so: {good}{why and f' ({why})'}")

    def same(self, stated, computed, good):
        self.holds(stated == computed, good, f"{short(stated)} is stated, {short(computed)} was computed")

    def run(self, section, place, check, *arguments):
        """Run a check at its place; a value of another form is wrong there and stops no other check."""
        before, (self.section, self.place) = (self.section, self.place), (section, place)
        try:
            check(*arguments)
        except DAMAGED as error:
            why = f"{short(error)} is missing" if isinstance(error, KeyError) else short(error)
            self.say(WRONG, f"it has another form than is documented: {why}")
        self.section, self.place = before

    def check_chain(self, entries, rows):
        previous, erasures = "", {each["sequence"]: each for each in entries if each["action"] == "log.erase"}
        for expected, entry in enumerate(entries, 1):
            form, eraser = entry.get("form", 1), entry.get("redacted_by")
            if (entry["sequence"], entry["previous_digest"]) != (expected, previous):
                return self.say(WRONG, f"entry {expected} does not follow from the one before it")
            if form not in (1, 2):
                self.say(UNKNOWN, f"the facts of entry {expected}: newer form")
            elif eraser is not None:
                if expected not in erasures.get(eraser, {"after": {}})["after"].get("emptied", ()):
                    return self.say(WRONG, f"entry {expected} was emptied, and no later entry says so")
                self.say(UNKNOWN, f"the facts of entry {expected}: redacted by entry {eraser}")
            elif entry_digest(entry) != entry["digest"]:
                return self.say(WRONG, f"entry {expected} was changed: its facts have another digest")
            previous = entry["digest"]
        self.say(GOOD, f"{len(entries)} entries are one chain of digests")
        return self.check_values(entries, rows)

    def check_values(self, entries, rows):
        """Each personal value has the digest that its entry commits to; the others were erased."""
        listed = [(each["sequence"], *own) for each in entries for own in commitments(log_facts(each))]
        digests = {(row["entry"], row["key"], sha256(f"{row['salt']}|{row['value']}")) for row in rows}
        if listed or rows:
            wrong = sorted(digests - {*listed})
            self.holds(not wrong, f"{len(rows)} personal values are those committed to", f"not in entry {wrong[:1]}")
        gone = sorted({own[0] for own in {*listed} - digests})
        if gone:
            names = f"{', '.join(map(str, gone[:20]))}{'' if gone[20:] == [] else ', …'}"
            self.say(UNKNOWN, f"what the erased values were in {len(gone)} entries: {names}")

    def check_log(self, document, kept):
        digests = [each["digest"] for each in document["log"]]
        self.logs.append(digests)
        if "part" not in document:
            self.run(LOG, "log", self.check_chain, document["log"], document.get("personal_values", []))
        fine = all(isinstance(each, str) and re.fullmatch("[0-9a-f]{64}", each) for each in digests)
        self.holds(fine and len(set(digests)) == len(digests), f"{len(digests)} entries have digests of their own")
        for at, digits in ((int(name), digits) for name, digits in kept if name.isdigit()):
            self.same(digits, "".join(digests[at - 1 : at])[: len(digits)], f"entry {at} has the head that you kept")
        if not any(name.isdigit() for name, _digits in kept):
            self.say(UNKNOWN, "whether it was rewritten: compare a head that you kept (--head NUMBER:DIGEST)")

    def check_results(self, bundle):
        if bundle["games"] is None:
            return self.say(UNKNOWN, "whether the standings follow from the sheets: the public part states both")
        played, games = set(), {(game["player"], game["round"], game["table"]): game for game in bundle["games"]}
        for sheet in bundle["sheets"]:
            place = f"sheet of round {sheet['round']}, table {sheet['table']}"
            self.run(RESULTS, place, self.check_sheet, bundle, sheet, games, played)
        self.holds(len(games) == len(bundle["games"]) and set(games) == played, "each game is of one sheet")
        for each in bundle.get("to_come", []):
            self.say(
                UNKNOWN, f"the result of {each['table']}: to come, the table is postponed to {each['postponed_to']}"
            )
        self.run(RESULTS, "players", self.check_players, bundle)
        for stated in bundle["standings"]:
            self.run(RESULTS, f"standings after round {stated['after']}", self.check_standings, bundle, stated)
        listed = list(range(1, whole(bundle["through"], MAX_ROUNDS) + 1))
        return self.same([own["after"] for own in bundle["standings"]], listed, "standings stand after every round")

    def check_sheet(self, bundle, sheet, games, played):
        wrong, at = [], {"round": sheet["round"], "table": sheet["table"]}
        for player, game in sheet_games(sheet, bundle["scorings"][whole(sheet["scoring"], 1000)]).items():
            key = (player, *at.values())
            played.add(key)
            wanted = {**game, **at, "player": player, "for_team": True, "forfeit": "", "clause": ""}
            stated = {name: value for name, value in games.get(key, {}).items() if name != "team"}
            names = sorted(name for name in {*wanted, *stated} if wanted.get(name) != stated.get(name))
            wrong += [f"its points do not give {', '.join(names)} of player {player}"] if names else []
        plans = [each["tables"] for each in bundle["seatings"] if each["round"] == at["round"]]
        seated = [sorted(each.get(str(at["table"]), [])) for each in plans]
        if seated != [sorted(player for player, _points, _official in sheet["seats"])]:
            wrong.append("other players were seated there")
        fined = {line["player"] for line in bundle["adjustments"] if line["round"] == at["round"]}
        wrong += ["a fine has no line of the ledger"] if {int(player) for player in sheet["fines"]} - fined else []
        self.holds(not wrong, "its players were seated there, and its points give the games", "; ".join(wrong))

    def check_players(self, bundle):
        team_of = {each["key"]: each["team"] for each in bundle["competitors"]}
        teams = {each["key"] for each in bundle["teams"]} | {None}
        rounds = {player: set() for player in team_of}
        for game in bundle["games"]:
            rounds.setdefault(game["player"], set()).add(game["round"])
        wrong = [game["player"] for game in bundle["games"] if game["team"] != team_of.get(game["player"], game)]
        wrong += [player for player, team in team_of.items() if team not in teams]
        self.holds(not wrong, "players and games are of the teams there are", f"player {wrong[:1]} is not")
        wrong = [each["key"] for each in bundle["competitors"] if each["withdrawn"] and rounds[each["key"]]]
        absent = {each["key"]: each["substitute_for"] for each in bundle["competitors"]}
        wrong += [player for player in rounds if rounds[player] & rounds.get(absent.get(player), set())]
        self.holds(not wrong, "nobody played after leaving, or beside the own substitute", f"player {wrong[:1]} did")
        self.say(UNKNOWN, "who plays under which number: see the event's list of players")

    def check_standings(self, bundle, stated):
        for name, wanted in standings(bundle, whole(stated["after"], MAX_ROUNDS)).items():
            wrong = next((at for at, (row, own) in enumerate(zip(stated[name], wanted)) if row != own), None)
            if wrong is not None:
                self.same(stated[name][wrong], wanted[wrong], f"row {wrong + 1} ({name}) follows from the games")
            else:
                self.same(len(stated[name]), len(wanted), f"all places ({name}) follow from the games")

    def check_fixed(self, value):
        inputs, mapping, found = value["inputs"], value["mapping"], value["rounds"]
        method, given = value["template"]["method"], value["template"]["parameters"]
        people, wishes = inputs["players"] + inputs["substitutes"], inputs["constraints"]
        groups = [wishes.get(kind, {}) for kind in ("teams", "clubs", "countries")]
        named = [[str(own[at]) for at in own if int(at) in people and own[at] != ""] for own in groups]
        alike = any(len(set(own)) < len(own) for own in named)
        referees = set(people) & set(wishes.get("referees", ()))
        pairs = any(wishes.get(name) for name in ("forbidden", "wished", "met_before", "fixed_tables"))
        fixed = wishes.get("fixed_tables")
        drawn = random_order(people, f"mjseat/1|players|{value['seed']}".encode(), 4)
        template = template_rounds(method, given)
        if "seeding" in inputs:
            drawn, pots = from_pots(drawn, rating_order(inputs), template[0])
            mixed = all(len({pots[player] for player in table}) == 4 for table in found[0])
            self.holds(mixed, "each table of the first round has one player of each pot of the ratings")
        # Where a search had wishes to obey, the shuffle alone does not decide.
        if (pairs or alike or len(referees) > 1) and ("seeding" in inputs or not given.get("seeded")):
            self.same(sorted(mapping), sorted(people), "everybody has one number of the template")
            self.say(UNKNOWN, f"whether the search for the wishes gives these numbers: {OWN_COMMAND}")
        else:
            self.same(mapping, drawn, "the seed shuffles the players into these numbers")
        made = [[[mapping[at] for at in table] for table in own] for own in template]
        if fixed or method in ("rotation", "four flights"):
            made, found = ([[sorted(table) for table in own] for own in each] for each in (made, found))
        if fixed or method == "rotation":
            made, found = ([sorted(own) for own in each] for each in (made, found))
        self.same(found, made, "the tables are those of the template, with the players in their numbers")
        if not fixed and method in ("rotation", "four flights"):
            by_wind = list(zip(*chain(*value["rounds"])))
            winds = [[own.count(player) for own in by_wind] for player in mapping]
            self.holds(all(max(each) - min(each) <= 1 for each in winds), "the winds are even")
        self.say(UNKNOWN, f"whether the program computes this template, its winds and table numbers: {OWN_COMMAND}")

    def check_movement(self, value):
        teams, kind = value["inputs"]["teams"], value["inputs"]["movement"]
        lot = sorted(value["inputs"]["players"], key=lambda player: sha256(f"{value['seed']}|{player}"))
        order = [teams.get(str(player)) for player in lot]
        lot = sorted(lot, key=lambda player: order.index(teams.get(str(player))))
        self.same(value["mapping"], lot, "the lot gives these places")
        if kind not in ("sixteen", "four_teams"):
            return self.say(UNKNOWN, f"whether the search gives these tables: {OWN_COMMAND}")
        times = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
        lines = [[at // 4 for at in range(16)]] + [[at % 4 ^ each[at // 4] for at in range(16)] for each in times]
        classes = [(at, (at + 1) % 5) for at in range(5)] if kind == "sixteen" else [(1, 2), (2, 3), (3, 4), (4, 1)]
        made = []
        for tables, winds in classes[: value["inputs"]["rounds"]]:
            seats = sorted((at // 16, lines[tables][at % 16], lines[winds][at % 16], at) for at in range(len(lot)))
            made.append([[lot[seat[3]] for seat in seats[start : start + 4]] for start in range(0, len(lot), 4)])
        return self.same(value["rounds"], made, "the tables are those of the movement")

    def check_fixtures(self, value):
        teams, weeks = value["inputs"]["teams"], value["fixtures"]
        drawn = random_order(sorted({*teams.values()}), f"mjseat/1|teams|{value['seed']}".encode(), 4)
        self.same(value["team_order"], drawn, "the seed shuffles the teams into these numbers")
        met = [sorted({tuple(sorted(teams[str(at)] for at in table)) for table in own}) for own in value["rounds"]]
        self.same(met, [sorted(map(tuple, own[:-1])) for own in weeks], "each table has one of each team that meets")
        self.holds(all(sorted(chain(*own)) == sorted(drawn) for own in weeks), "all teams meet others, or rest")
        self.say(UNKNOWN, f"whether the search gives these fixtures and tables: {OWN_COMMAND}")

    def check_swiss_order(self, bundle, draw, value):
        """The players stand as in the standings before the round; who has no place yet, by lot or by number."""
        order, last = value["inputs"]["order"], draw["rounds"][0] - 1
        if last > bundle["through"]:
            return self.say(UNKNOWN, "the results that it was drawn from are not public")
        lots, rank = {player: sha256(f"{value['seed']}|{player}") for player in order}, rating_order(value["inputs"])
        rules, named = ([lots.get, rank], "lot or number") if "seeding" not in value["inputs"] else ([rank], "rating")
        # A round by the standings may follow an earlier round; a draw before the first has no standings.
        earliest = 0 if last == 0 else 1 if value["kind"] == "standings" else last
        for through in range(last, earliest - 1, -1):
            rows = players_in_order(bundle, draw, order, last, through, rank)
            placed = [each for each in order if each in rows]
            others = [each for each in order if each not in rows]
            # Up to three who joined to fill the last table stand at the end.
            before = [others[: len(others) - joined] for joined in range(4)]
            by_rule = any(own == sorted(own, key=rule) for own in before for rule in rules)
            if order == sorted(placed, key=rows.index) + others and by_rule:
                return self.say(GOOD, f"its players stand in the order after round {through}, others by {named}")
        text, since = f"they stand otherwise than after round {last}", draw.get("standings") or {}
        for name, why in (("kept", "published with a reason"), ("changed", "what counts was changed since")):
            if since.get(name):
                why = f"{why}, by entries {short(since[name])} of the log"
                return self.say(UNKNOWN, f"whether they stood in order: {text}; {why}")
        return self.say(WRONG, f"{text} (if no result was corrected later)")

    def check_certificate(self, bundle, draw, value):
        kind, byes = value["kind"], value.get("byes") or [[] for _round in value["rounds"]]
        self.same(value["format"], "mahjong-seating/1", "the format is known")
        self.same(value["inputs_digest"], sha256(canonical(value["inputs"])), "the inputs have their digest")
        self.same([draw["kind"], draw["under"]], [kind, value["commitment"]], "kind and commitment are those listed")
        seated = [sorted(chain(*own, out)) for own, out in zip(value["rounds"], byes)]
        self.holds(seated == [sorted(set(chain(*seated)))] * len(draw["rounds"]), "each round seats everybody once")
        if kind in ("swiss", "standings"):
            self.run(SWISS, self.place, self.check_swiss_order, bundle, draw, value)
        checks = {"fixed": self.check_fixed, "movement": self.check_movement, "fixtures": self.check_fixtures}
        if kind in checks:
            return self.run(SHUFFLE, self.place, checks[kind], value)
        return self.say(UNKNOWN, f"whether the search gives these tables: {OWN_COMMAND}")

    def check_opened(self, draw, value, promise):
        """The certificate opens the promise of its draw, and was drawn as promised."""
        opened, inputs = value.get("lottery"), value["inputs"]
        if not opened:
            hashed = sha256(f"mjseat/1|commit|{value['seed']}")
            return self.same(draw["under"], hashed, "the seed has the hash that was published (mjseat/1)")
        seed = bytes.fromhex(opened["seed"])
        hashed = sha256(f"{opened['promise']}|{seed.hex()}")
        self.same(value["commitment"], hashed, "promise and opened seed have the hash that was published")
        listed = [promise["promise"], promise["value"]]
        self.same([opened["promise"], opened["value"]], listed, "it opens the listed promise and value")

        drawn_by = mac(seed, f"mjdraw/1|{opened['value']}").hexdigest()
        if value["kind"] == "replan":
            drawn_by = mac(bytes.fromhex(drawn_by), f"mjdraw/1|replan|{len(inputs['played'])}").hexdigest()
        self.same(value["seed"], drawn_by, "seed and public value give the seed of the draw")
        if value["kind"] != "replan":
            said = parsed(opened["promise"].encode())
            has = {**inputs, "in_brackets": inputs.get("brackets") is not None, "version": value["version"]}
            wanted = {**said["settings"], "version": said["version"]}
            # Whoever could choose ratings after the seed is known could choose the draw.
            kept = value["kind"] in WAYS[said["way"]] and "seeding" not in inputs
            kept = kept and {name: has.get(name) for name in wanted} == wanted
            self.holds(kept and draw["rounds"] == said["rounds"], "way, settings, rounds and version are as promised")
        return None

    def check_replan(self, draw, inputs, states, now):
        """A new plan goes on from full tables that a draw before it had at some time, or that no draw has."""
        named = [*zip(range(1, MAX_ROUNDS), inputs["played_numbers"], inputs["played"])]
        named += [*zip(draw["rounds"], inputs["planned_numbers"], inputs["planned"])]
        full = {at: [{t: own for t, own in each.items() if len(own) == 4} for each in states[at]] for at in states}
        named = [(at, dict(zip(labels, [list(map(now, each)) for each in own]))) for at, labels, own in named]
        other = [at for at, plan in named if plan not in full.get(at, ())]
        if other and draw["under"] is None:
            return self.say(UNKNOWN, f"whether its tables of rounds {other[:5]} were in force: no draw has them")
        return self.holds(not other, "it goes on from tables of the draws before it", f"rounds {other[:5]} do not")

    def check_draw(self, bundle, draw, promises, states):
        if draw["certificate"] is None:
            return self.say(UNKNOWN, "its certificate comes when all of its rounds are public")
        value, links = parsed(draw["certificate"].encode()), [sha256(draw["certificate"])]
        self.run(CERTIFICATE, self.place, self.check_certificate, bundle, draw, value)
        if draw["under"] is not None:
            self.run(PROMISES, self.place, self.check_opened, draw, value, promises[draw["under"]])
        elif value["seed"]:
            self.say(UNKNOWN, "whether it was drawn once or many times: nobody promised it")
        if draw["links"] is None:
            return self.say(UNKNOWN, "whether it was changed by hand: the public part states its changes")
        for change in draw["changes"]:
            links.append(sha256(f"{links[-1]}|{canonical(change, ascii_only=True)}"))
        self.same(draw["links"], links, "certificate and changes are one chain")
        times = [moment(change["at"]) for change in draw["changes"]]
        self.holds(times == sorted(times), "its changes are in order")
        numbers = value.get("table_numbers") or [range(1, len(own) + 1) for own in value["rounds"]]
        now, plans = numbers_today(bundle, draw), zip(draw["rounds"], numbers, value["rounds"])
        plans = {at: dict(zip(labels, (list(map(now, each)) for each in own))) for at, labels, own in plans}
        if value["kind"] == "replan":
            self.run(CERTIFICATE, self.place, self.check_replan, draw, value["inputs"], states, now)
        steps = [(at, []) for at in plans]
        for at, change in enumerate(draw["changes"], 1):
            moves, now = change["moves"], numbers_today(bundle, draw, at)
            steps.append((change["round"], [(table, seat, now(was), now(to)) for table, seat, was, to in moves]))
        for at, moves in steps:
            plans[at] = moved(plans[at], moves)
            states.setdefault(at, []).append(plans[at])
        for seating in bundle["seatings"]:
            if seating["draw"] == draw["number"]:
                tables = {int(table): own for table, own in seating["tables"].items()}
                good = f"the seating of round {seating['round']} is the draw with its changes"
                self.same(tables, plans[seating["round"]], good)
        return None

    def promise_of(self, made, form, at):
        said = parsed(made["promise"].encode())
        self.holds([canonical(said), said["format"]] == [made["promise"], form], "the promise is in its one form")
        if said["value"] is not None and made["value"]:
            in_time = moment(made[at]) < moment(said["value"]["known_at"]) <= moment(made["value_at"])
            self.holds(in_time, "it was promised before its value could be known, which came after")
        return said

    def check_promise(self, bundle, promise):
        under = {draw["number"]: draw for draw in bundle["draws"] if draw["under"] == promise["commitment"]}
        if "draws" in promise:
            listed = {line["number"]: line for line in promise["draws"]}
            fine = list(listed) == sorted(listed) and set(under) <= set(listed)
            fine = fine and all(line["why"] for line in promise["draws"][1:])
            self.holds(fine, f"{len(listed)} draws stand under it, in order, with reasons")
            digests = {at: sha256(draw["certificate"]) for at, draw in under.items() if draw["certificate"]}
            self.same({at: listed[at]["digest"] for at in digests}, digests, "its draws have their digests")
        if promise["promise"]:
            said = self.promise_of(promise, "mjdraw/1", "at")
            there = [bundle["event"], promise["rounds"]]
            self.same(there, [said["event"], said["rounds"]], "it is of this event and these rounds")
        self.say(UNKNOWN, "that it was published at its time: compare a printed paper or a copy that you kept")

    def check_draws(self, bundle):
        promises = {promise["commitment"]: promise for promise in bundle["promises"]}
        by_hand = [each for each in bundle["seatings"] if each["draw"] is None]
        states = {each["round"]: [{int(table): own for table, own in each["tables"].items()}] for each in by_hand}
        for draw in bundle["draws"]:
            self.run(CERTIFICATE, f"draw {draw['number']}", self.check_draw, bundle, draw, promises, states)
        for commitment, promise in promises.items():
            self.run(PROMISES, f"promise {commitment[:8]}", self.check_promise, bundle, promise)
        numbers = [draw["number"] for draw in bundle["draws"]]
        fine = numbers == sorted(set(numbers)) and len(promises) == len(bundle["promises"])
        self.holds(fine, "draws are numbered in order, promises stand once")
        under = {draw["number"] for draw in bundle["draws"] if draw["under"] is not None}
        promised = {at for promise in bundle["promises"] if not promise["withdrawn_at"] for at in promise["rounds"]}
        for seating in bundle["seatings"]:
            where, number = f"the seating of round {seating['round']}", seating["draw"]
            if (number not in numbers and number is not None) or (seating["round"] in promised and number not in under):
                self.say(WRONG, f"{where} was promised and is of another draw, or its draw is not in the bundle")
            elif number is None:
                self.say(UNKNOWN, f"{where} was made by hand or elsewhere: no certificate leads to it")

    def check_numbers(self, document, facts):
        """Changes of numbers end with those of today; they, draws and changes by hand are in the order of the log."""
        live, made = {row["number"] for row in document["entries"]}, facts["renumberings"]
        drawn, fine = [draw["log"] for draw in facts["draws"]], True
        for each in reversed(made):
            fine = fine and each["now"] in live and each["was"] != each["now"]
            live = (live if each["merged"] else live - {each["now"]}) | {each["was"]}
            text = f"whether player {each['now']} had number {each['was']} before entry {each['log']} of the log"
            self.say(UNKNOWN, f"{text}: compare a list of players that you kept, or the event file")
        orders = [*drawn, [own[0] for own in drawn if own], [each["log"] for each in made]]
        fine = fine and all(own == sorted(own) and {*own} <= {*range(len(document["log"]) + 1)} for own in orders)
        fine = fine and [len(own) for own in drawn] == [len(draw["links"]) for draw in facts["draws"]]
        self.holds(fine, f"{len(made)} changes of numbers lead to those of today, in the order of the log")

    def check_entries(self, part, log):
        """The log has the changes of numbers, and the reasons, at the entries that the public part names."""
        facts = facts_of(part)
        made, drawn = facts.get("renumberings", []), [draw.get("standings") or {} for draw in facts["draws"]]
        fine = all(log[at - 1]["action"] == "inputs.keep_draw" for each in drawn for at in each.get("kept", []))
        for each in made:
            before, after = log[each["log"] - 1]["before"], log[each["log"] - 1]["after"]
            merged = [[step.get("goes"), step.get("stays")] for step in after.get("steps", [])]
            numbered = [[before.get("number"), after.get("number")]]
            fine = fine and [each["was"], each["now"]] in (merged if each["merged"] else numbered)
        self.holds(fine, "changes of numbers and reasons stand where the public part says")

    def check_boards(self, bundle, made):
        there = {}
        if made["promise"]:
            said = self.promise_of(made, "mjdeal/2", "committed_at")
            names = ("event", "sessions", "boards", "ruleset", "parameters", "model", "flowers")
            self.same([made[name] for name in names], [said[name] for name in names], "the boards are as promised")
        for board in made["all_boards"]:
            there.setdefault((board["session"], board["number"]), []).append(board)
            if board["text"] and sha256(board["text"]) != board["digest"]:
                text = f"session {board['session']}, board {board['number']}: the sheet has another digest"
                self.run(SHEET, self.place, self.say, WRONG, text)
        fine = all([each["reserve"] for each in own] == list(range(len(own))) for own in there.values())
        gone = [[bool(each["retired_reason"]) for each in own] for own in there.values()]
        fine = fine and all(each == [True] * (len(each) - 1) + [False] for each in gone)
        self.holds(fine, "each board that gave way has a reason, and the next reserve in its place")
        if "openings" in made:
            opened = [each for each in made["openings"] if each["kind"] == "replaced"]
            stated = [[*board, each["reason"]] for each in opened for board in each["boards"]]
            gone = [[*at, each["reserve"], each["retired_reason"]] for at, own in there.items() for each in own[:-1]]
            self.same(sorted(stated), sorted(gone), "the boards that gave way are those listed as replaced")
        self.run(BUNDLE, self.place, self.check_plays, bundle, made)
        if not made["seed"]:
            return self.say(UNKNOWN, "the seed is sealed until the last table has played")
        return self.check_seed(made, there)

    def check_seed(self, made, there):
        seed, shares = bytes.fromhex(made["seed"]), []
        named = f"mjdeal/1|{made['event']}|{made['sessions']}|{made['boards']}|".encode()
        hashed = sha256(f"{made['promise']}|{seed.hex()}" if made["promise"] else named + seed)
        self.same(made["commitment"], hashed, "the seed has the hash that was published")
        for share in [each for each in made.get("shares", ()) if not each["dropped_reason"]]:
            shares.append(bytes.fromhex(share["share"]).hex())
            hashed = sha256(f"mjshare/1|{made['event']}|{share['holder']}|{shares[-1]}")
            self.same(share["commitment"], hashed, f"the share of {short(share['holder'])} is the one committed to")
        secret = mac(seed, "|".join(["mjshare/1", *shares])).digest() if shares else seed
        texts = [(dealt(made, board, secret), board) for board in made["all_boards"]]
        wrong = [each for text, each in texts if sha256(text) != each["digest"] or each["text"] not in ("", text)]
        names = [f"session {each['session']}, board {each['number']}, reserve {each['reserve']}" for each in wrong]
        self.holds(not wrong, f"{len(texts)} deals follow from the seed", f"other deals: {'; '.join(names[:5])}")
        size = whole(made["sessions"], MAX_BOARDS) * whole(made["boards"], MAX_BOARDS)
        fine = len(there) == size and all(0 < s <= made["sessions"] and 0 < n <= made["boards"] for s, n in there)
        self.holds(fine, "all promised boards are there, and no others")

    def check_plays(self, bundle, made):
        plays, total, wrong = made["plays"], {}, []
        for play in plays:
            own = total.setdefault((play["session"], play["table"]), {})
            for player, points in zip(play["players"], play["points"]):
                own[player] = own.get(player, 0) + (0 if play["ruling"] == "unplayable" else points or 0)
        for sheet in bundle["sheets"]:
            start = bundle["scorings"][sheet["scoring"]].get("start_points", 0)
            own = {player: points + start for player, points in total.get((sheet["round"], sheet["table"]), {}).items()}
            if own not in ({}, {player: points for player, points, _official in sheet["seats"]}):
                wrong.append(f"round {sheet['round']}, table {sheet['table']}")
        self.holds(not wrong, "sheets are the sums of their boards", f"others: {'; '.join(wrong[:5])}")
        known = {(each["session"], each["number"], each["reserve"]) for each in made["all_boards"]}
        fine = all((each["session"], each["board"], each["reserve"]) in known for each in plays)
        fine = fine and len({(each["session"], each["board"], each["table"]) for each in plays}) == len(plays)
        self.holds(fine, f"{len(plays)} plays are each of a board, once at a table")
        self.say(UNKNOWN, f"whether hands with a log followed their deal ({OWN_COMMAND}); others only the walls showed")

    def check_event(self, document, kept):
        if {"part", "digest"} & set(document):
            rest = {name: value for name, value in document.items() if name != "digest"}
            self.same(document["digest"], sha256(canonical(rest)), "it is as it was made, byte for byte")
        facts = facts_of(document)
        if "renumberings" in facts:
            self.run(SINCE, "players", self.check_numbers, document, facts)
        self.run(CERTIFICATE, "draws", self.check_draws, facts)
        for made in facts["deals"]:
            self.run(DEALS, f"boards {made['commitment'][:8]}", self.check_boards, facts, made)
        self.run(RESULTS, "results", self.check_results, facts)
        for kind, digits in kept:
            if not kind.isdigit():
                there = facts["promises" if kind == "draw" else "deals"]
                found = any(each["commitment"].startswith(digits) for each in there)
                self.holds(found, f"the promise {kind} {digits[:8]} that you kept is here")
        for ruling in facts.get("rulings", []):
            rest = {name: value for name, value in ruling.items() if name != "digest"}
            self.same(ruling["digest"], sha256(canonical(rest, ascii_only=True)), "a ruling has its digest")
        if facts.get("rulings"):
            self.say(UNKNOWN, f"whether the law finds and proposes the same in the facts of rulings: {OWN_COMMAND}")


def short(value):
    text = str(value) or type(value).__name__
    return text if len(text) <= 120 else text[:117] + "..."


def sha256(text):
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def mac(key, text):
    return hmac.new(key, text if isinstance(text, bytes) else text.encode(), hashlib.sha256)


def canonical(value, ascii_only=False):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)


def number(value):
    """An exact amount: an integer, a decimal or a ratio such as 7/3."""
    text = str(value) if type(value) in (int, float, str) else ""
    if not re.fullmatch(r"[+-]?([0-9]{1,30}(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?|[0-9]{1,30}/[0-9]{1,30})", text):
        raise ValueError(f"{short(value)} is no amount")
    return Fraction(text)


def whole(value, most):
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{short(value)} is no whole number up to {most}")
    return value


def moment(text):
    return datetime.datetime.fromisoformat(re.sub("Z$", "+00:00", text))


def parsed(data):
    def once(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a name stands twice in one object")
        return dict(pairs)

    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=once)
    except UnicodeDecodeError:
        raise Unreadable("it is neither a ZIP nor text in UTF-8; name a file that the event's page offers") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"it is no JSON, fetch it from the event's page again: {short(error)}") from None


def read(path):
    """The value of a JSON file or of an archive with one, in bounds: an archive may unpack to anything."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(MAX_BYTES + 1)
        if data[:2] == b"PK":
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
                names = ["event.json"] if "event.json" in names else [each for each in names if each.endswith(".json")]
                if len(names) != 1:
                    raise Unreadable("the archive holds no event.json, and not one other JSON file")
                with archive.open(names[0]) as member:
                    data = member.read(MAX_BYTES + 1)
    except Unreadable:
        raise
    except OSError as error:
        raise Unreadable(f"{error.strerror or short(error)}; look at the path") from None
    except Exception as error:  # noqa: BLE001 - archives fail in many ways, and each decompressor has errors of its own
        raise Unreadable(f"it is damaged, fetch it from the event's page again: {short(error)}") from None
    if len(data) > MAX_BYTES:
        raise Unreadable(f"it is larger than {MAX_BYTES} bytes")
    value = parsed(data)
    if not isinstance(value, dict) or value.get("format") != FORMAT or value.get("part", "public") != "public":
        former = isinstance(value, dict) and value.get("format") == "mahjong-public/1"
        hint = "; checking.md names the program that reads bundles of earlier releases" if former else ""
        raise Unreadable(f"it is no event in a format that this program knows{hint}")
    return value


def heads(text):
    """Heads that were kept or printed: [(number of an entry, "draw" or "deal", digits of its digest)]."""
    before, *rest = re.split(r"\b([0-9]{1,9}|draw|deal)\s*:", text.lower())
    digits = ["".join(each.split()) for each in rest[1::2]]
    if before.strip() or not digits or not all(re.fullmatch("[0-9a-f]{8,64}", each) for each in digits):
        raise argparse.ArgumentTypeError("a head is a number, draw or deal, a colon and 8 to 64 hexadecimal digits")
    return list(zip(rest[::2], digits))


def stored_text(value):
    """A text of the log as its digest covers it: a sentence of the program is a mark and JSON."""

    def plain(sentence):
        values = {name: plain(each) if isinstance(each, dict) else each for name, each in sentence["values"].items()}
        return {"template": sentence["template"], "values": values}

    return "\x1e" + canonical(plain(value)) if isinstance(value, dict) else value


def entry_digest(entry):
    at = moment(entry["at"]).astimezone(datetime.timezone.utc).isoformat(timespec="microseconds")
    keys = entry["elsewhere"] or {}
    facts = [entry["previous_digest"], keys.get("tournament"), entry["sequence"], at, keys.get("actor")]
    facts += [stored_text(entry["actor_name"]), entry["action"], entry["object_type"], entry["object_id"]]
    facts += [entry["object_name"], entry["before"], entry["after"], stored_text(entry["reason"])]
    facts += [entry["origin"], entry["ip_address"], entry["user_agent"]]
    facts += [2, entry["personal"]] if entry.get("form", 1) == 2 else []
    return sha256(canonical(facts))


def log_facts(entry):
    return [entry.get(name, {}) for name in ("before", "after", "personal")]


def commitments(facts):
    """(key, digest) of each commitment to a personal value within facts of the log."""
    if isinstance(facts, dict) and set(facts) == {"personal", "digest"}:
        return [(facts["personal"], facts["digest"])]
    parts = facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else ()
    return [own for part in parts for own in commitments(part)]


def facts_of(document):
    """The facts of an event, joined from its rows and claims."""
    public = "part" in document
    facts = {"event": document["tournament"]["slug"], "through": document.get("through", 0)}
    facts.update(document["claims"] if public else {"games": None})
    claimed = {kind: {each[name]: each for each in facts.get(kind, [])} for kind, name in CLAIMED.items()}
    below = rows_below(document)

    facts["draws"] = draws_of(document, claimed, public)
    facts["promises"] = promises_of(document, claimed, public)
    facts["seatings"] = seatings_of(document, claimed, below, public)
    team_of = {row["number"]: row["team"] for row in document["entries"]}
    competitors = claimed["competitors"].items()
    facts["competitors"] = [{**each, "number": at, "team": team_of[at]} for at, each in competitors]
    codes = sorted(row["code"] for row in document["teams"])
    facts["teams"] = [{"key": code, "number": at} for at, code in enumerate(codes, 1)]
    facts["scorings"] = [row["match_scoring"] for row in document["rulesets"]]
    facts["sheets"] = sheets_of(document, claimed, below, public)
    facts["deals"] = deals_of(document, facts, below, public)
    return facts


def rows_below(document):
    """{section: {key of the row above: its rows}}."""
    below = {section: {} for section in ABOVE}
    for section, name in ABOVE.items():
        for row in document.get(section, []):
            below[section].setdefault(row[name], []).append(row)
    return below


def draws_of(document, claimed, public):
    claims = dict(claimed["draws"])
    for row in document["draws"] if not public else ():
        rounds = sorted({int(key.split("/")[0]) for key in row["seatings"]})
        claims[row["number"]] = {"rounds": rounds, "links": None}
    return [{**row, **claims[row["number"]]} for row in document["draws"]]


def promises_of(document, claimed, public):
    promises = []
    for row in document.get("seed_commitments", []):
        listed = claimed["promises"][row["commitment"]] if public else {}
        promises.append({**row, **listed, "at": row["created_at"], "value": row["public_value"]})
    return promises


def seatings_of(document, claimed, below, public):
    """The public versions of the seatings, each with the number of its draw."""
    drawn = {key: row["number"] for row in document["draws"] for key in row.get("seatings", [])}
    seatings = []
    for row in document["seatings"]:
        key, tables = f"{row['round']}/{row['version']}", {}
        # A version made by hand is of the draw of the version before it.
        drawn[key] = claimed["seatings"][key]["draw"] if public else drawn.get(key, drawn.get(row["based_on"]))
        for seat in sorted(below["seats"].get(key, []), key=lambda seat: (seat["table_number"], seat["wind"] or 0)):
            tables.setdefault(str(seat["table_number"]), []).append(seat["entry"])
        if public or row["state"] in ("published", "playing"):
            seatings.append({"round": row["round"], "draw": drawn[key], "tables": tables})
    return seatings


def sheets_of(document, claimed, below, public):
    """The confirmed sheets, each with the number of its scoring."""
    rulesets = [row["number"] for row in document["rulesets"]]
    sheets = []
    for row in document["results"]:
        if not public and row["state"] != "confirmed":
            continue
        key = f"{row['table']}/{row['version']}"
        round_, table = map(int, row["table"].split("/"))
        seats = []
        for seat in sorted(below["result_seats"][key], key=lambda seat: seat["order"]):
            seats.append([seat["entry"], *stated(seat)])
        sheet = {"round": round_, "table": table, "seats": seats, "leftover": row["leftover_points"]}
        sheet["scoring"] = rulesets.index(row["ruleset"] or max(rulesets))
        sheets.append({**sheet, **(claimed["sheets"][key] if public else {})})
    return sheets


def stated(seat):
    """The points of a line, and the amounts and place that count instead of the computed ones."""
    if "extra" in seat:  # files of earlier releases
        return seat["extra"].get("exact_points", seat["points"]), seat["extra"].get("official", {})
    amounts = {"place": seat["official_place"]}
    for name in ("exact_points", "official_score", "official_table_points"):
        numerator, denominator = seat[f"{name}_numerator"], seat[f"{name}_denominator"]
        amount = None if numerator is denominator is None else f"{numerator}/{denominator}"
        amounts[name.removeprefix("official_")] = amount
    points = amounts.pop("exact_points")
    counted = {name: value for name, value in amounts.items() if value is not None}
    return seat["points"] if points is None else points, counted


def deals_of(document, facts, below, public):
    """The sets of boards, each with its boards, shares and plays."""
    rulesets = {row["number"]: row for row in document["rulesets"]}
    deals = []
    for row in document.get("board_sets", []):
        at, rules = row["number"], rulesets[row["ruleset"]]
        made = {**row, "value": row["public_value"], "ruleset": rules["preset"], "parameters": rules["parameters"]}
        made["all_boards"] = below["boards"].get(at, [])
        # Public parts had them in a section of their own before.
        made["shares"] = row.get("seed_shares") or below["board_shares"].get(at, [])
        made["plays"] = [play for board in made["all_boards"] for play in plays_of(at, board, below)]
        if public:
            made["openings"] = [each for each in facts["openings"] if each["board_set"] == at]
        deals.append(made)
    if below["board_plays"]:
        raise ValueError("a play is of a board that there is not")
    return deals


def plays_of(board_set, board, below):
    """The plays of a board, taken from the rows that are left."""
    name = f"{board_set}/{board['session']}/{board['number']}/{board['reserve']}"
    plays = []
    for row in below["board_plays"].pop(name, []):
        seats = sorted(below["play_seats"][f"{row['table']}/{row['order']}"], key=lambda seat: seat["seat"])
        play = {**board, **row, "board": board["number"], "table": int(row["table"].split("/")[1])}
        play["players"] = [seat["entry"] for seat in seats]
        play["points"] = [seat["points"] for seat in seats]
        plays.append(play)
    return plays


def sheet_games(sheet, scoring):
    """{player: game} of a sheet under its scoring."""
    if set(scoring) - SCORING or len(sheet["seats"]) > 16:
        raise ValueError("more seats than a table has, or an unknown part of a scoring")
    fines = sheet["fines"] if scoring.get("fines", "after") == "before" else {}
    raw = [number(points) + number(fines.get(str(player), 0)) for player, points, _official in sheet["seats"]]
    last = [player in sheet["last"] for player, _points, _official in sheet["seats"]]
    placed = table_places(raw, last, scoring.get("ties", "share"))
    uma = place_shares(scoring.get("uma"), placed)
    earned = place_shares(scoring.get("table_points"), placed)
    scores = table_scores(sheet, scoring, raw, placed, uma)

    start, games = number(scoring.get("start_points", 0)), {}
    for at, (player, _points, official) in enumerate(sheet["seats"]):
        place, tied = placed[at]
        table_points = official.get("table_points", earned[at]) if scoring.get("table_points") else 0
        amounts = (official.get("score", scores[at]), raw[at] - start, table_points, uma[at])
        games[player] = {name: str(number(str(amount))) for name, amount in zip(AMOUNTS, amounts)}
        games[player].update(place=official.get("place", place), shared=tied > 1)
    return games


def table_places(raw, last, ties):
    """(place, number of players who share it) of each seat; the late are behind all others."""
    if ties == "seat_order":
        order = sorted(range(len(raw)), key=lambda at: (last[at], -raw[at], at))
        return [(order.index(at) + 1, 1) for at in range(len(raw))]
    ranked = [(not late, own) for late, own in zip(last, raw)]
    return [(1 + sum(other > own for other in ranked), ranked.count(own)) for own in ranked]


def place_shares(amounts, placed):
    """Amount that the place of each seat earns; players who share places share the sum of their amounts."""
    by_place = [number(each) for each in amounts or ()]
    return [sum(by_place[place - 1 : place - 1 + tied], Fraction(0)) / tied for place, tied in placed]


def table_scores(sheet, scoring, raw, placed, uma):
    returned = number(scoring.get("return_points", scoring.get("start_points", 0)))
    divisor, oka = number(scoring.get("divisor", 1)), number(scoring.get("oka", 0))
    scores = []
    for own, (place, tied), bonus in zip(raw, placed, uma):
        first = Fraction(1, tied) if place == 1 else Fraction(0)
        sticks = number(sheet["leftover"]) * first if scoring.get("leftover", "lost") != "lost" else Fraction(0)
        if scoring.get("leftover") == "first_down":
            sticks = sticks // 1
        scores.append((own + sticks - returned) / divisor + bonus + oka * first)
    if scoring.get("rounding", "exact") == "whole":
        total, first = sum(scores), min(range(len(placed)), key=lambda at: placed[at][0])
        # To the nearest whole number, a half towards nought.
        scores = [(1 if score >= 0 else -1) * -((1 - 2 * abs(score)) // 2) for score in scores]
        scores[first] += total - sum(scores)
    return scores


class Tally:
    """Totals of one player or team; `weights` has the part of a (player, round) that counts, where not all does."""

    def __init__(self, who, games=(), tables=None, weights=None):
        self.who, self.games, self.lines, self.tables = who, list(games), [], {} if tables is None else tables
        self.weights, self.stage, self.member_places = weights or {}, 0, []

    def part(self, row):
        return self.weights.get((row["player"], row["round"]), 1)

    def total(self, unit):
        own = [(each, unit) for each in self.games]
        own += [(each, "amount") for each in self.lines if each["unit"] == unit]
        return sum((each[name] * self.part(each) for each, name in own), Fraction(0))

    def against(self, rivals):
        games = [game for game in self.games if rivals & self.tables.get((game["round"], game["table"]), set())]
        unit = "table_points" if any(game["table_points"] for game in games) else "score"
        return sum((game[unit] for game in games), Fraction(0))

    def metric(self, name):
        if name in SUMS:
            return self.total(SUMS[name])
        places = [game["place"] for game in self.games if game["place"]]
        points = [game["table_points"] for game in self.games] or [0]
        scores = [game["score"] for game in self.games] or [0]
        metrics = {
            "average_place": Fraction(sum(places), len(places) or 1),
            "best_game": max(scores),
            "best_member": min(self.member_places, default=10**6),
            "best_table_points": max(points),
            "last_game": scores[-1],
            "lot": self.who["lot"] or 10**6,
            "penalties": sum(line["kind"] == "penalty" for line in self.lines),
            "played": len(self.games),
            "times_best_table_points": points.count(max(points)) if self.games else 0,
            "worst_game": min(scores),
        }
        metrics.update({name: places.count(place) for place, name in enumerate(PLACES, 1)})
        return metrics[name]


def ranked_rows(tallies, metrics):
    """[(tally, place, shared, {metric: value})], the best first: each metric splits those who are still tied."""
    steps = {tally: {} for tally in tallies}
    groups = [[each for each in tallies if each.stage == stage] for stage in sorted({t.stage for t in tallies})[::-1]]
    for at, metric in enumerate(metrics):
        refined = []
        for group in groups:
            parts = {}
            for tally in group if len(group) > 1 or not at else ():
                rivals = {other.who["key"] for other in group if other is not tally}
                value = tally.against(rivals) if metric == "direct_games" else Fraction(tally.metric(metric))
                steps[tally][metric] = value
                parts.setdefault(value, []).append(tally)
            refined += [parts[value] for value in sorted(parts, reverse=metric not in LESS_WINS)] or [group]
        groups = refined
    rows = []
    for group in groups:
        own = sorted(group, key=lambda one: (one.who["number"], str(one.who["key"])))
        rows += [(tally, len(rows) + 1, len(group) > 1, steps[tally]) for tally in own]
    return rows


def placed_rows(tallies, metrics, out, played, version):
    """Rows with a place, the disqualified put last; then without one: not played (version 2), others disqualified."""
    if version not in (1, 2):
        raise ValueError(f"{short(version)} is no known version of the ranking")
    parts, rows = ([], [], [], []), []
    for key, tally in tallies.items():
        placed = (version == 1 or key in played) and (key not in out or out[key]["last"])
        parts[(key in out) + (0 if placed else 2)].append(tally)
    for at, part in enumerate(parts):
        before = len(rows)
        for tally, place, shared, steps in ranked_rows(part, metrics):
            values = {each: tally.metric(each) for each in [*metrics, "total"] if each != "direct_games"}
            row = {"key": tally.who["key"], "place": before + place if at < 2 else 0, "shared": at < 2 and shared}
            row["values"] = {name: str(Fraction(value)) for name, value in {**values, **steps}.items()}
            rows.append({**row, "decided_by": None if row["shared"] or not steps else list(steps)[-1]})
    return rows


def with_amounts(row, names=AMOUNTS):
    return {**row, **{name: number(row[name]) for name in names}}


def for_others(bundle, rows):
    """The rows of stand-ins in the rounds that they played for somebody else, as that player's."""
    teams = {each["key"]: each["team"] for each in bundle["competitors"]}
    owners = {(each["player"], each["round"]): each["plays_for"] for each in bundle.get("stand_ins", ())}
    owned = [(row, owners.get((row["player"], row["round"]))) for row in rows]
    return [row if key is None else {**row, "player": key, "team": teams.get(key)} for row, key in owned]


def after_forfeits(players, games, forfeits):
    """(players, games) with the games of forfeited rounds replaced by what the rules count for them."""
    given = {(each["player"], each["round"]): with_amounts(each) for each in forfeits}
    before = {each["key"]: each["substitute_for"] for each in players if each["substitute_for"] is not None}

    def owners(key):
        found = [key]
        while before.get(found[-1], key) not in found:
            found.append(before[found[-1]])
        return found

    owned = [next((key for key in owners(game["player"]) if (key, game["round"]) in given), None) for game in games]
    kept = [game for owner, game in zip(owned, games) if owner is None]
    chairs = {(owner, game["round"]): game for owner, game in zip(owned, games) if owner is not None}
    for at, each in given.items():
        made = {**NO_GAME, **{name: each[name] for name in (*AMOUNTS, "player", "round", "table")}}
        made["place"] = 0 if each["kind"] == "no_play" else 4
        if at in chairs:
            made["table"] = chairs[at]["table"]
            for name in ("score", "points") if each["takes_negative"] else ():
                made[name] = min(made[name], chairs[at][name])
        kept.append(made)
    playing, absent = {game["player"] for game in kept}, {player for player, _round in given}
    idle = {key for key in before if key not in playing and absent & set(owners(key))}
    return [{**each, "ranked": each["ranked"] and each["key"] not in idle} for each in players], kept


def by_owner(players, games, policy):
    """(players, games) with the results of substitutes given to whom the rules give them."""
    heirs = {each["key"]: each["substitute_for"] for each in players if each["substitute_for"] is not None}
    teams, own = {each["key"]: each["team"] for each in players}, policy["points"] == "own" and policy["place"]
    owned = []
    for game in games:
        absent = heirs.get(game["player"])
        if absent is not None:
            game = {**game, "team": teams.get(absent), "for_team": policy["team"]}
        owned.append({**game, "player": absent} if absent is not None and policy["points"] == "replaced" else game)
        if absent is not None and policy["points"] == "zero":
            counts = {name: number(policy["absent"].get(name, 0)) for name in ("score", "points", "table_points")}
            place = {"player": absent, "round": game["round"], "table": game["table"], "for_team": not policy["team"]}
            owned.append({**NO_GAME, **counts, **place})
    return [{**each, "ranked": each["ranked"] and (own or each["key"] not in heirs)} for each in players], owned


def standings(bundle, after):
    """{"individual": rows, "teams": rows} after a round."""
    rules = bundle["ranking"]
    metrics = rules["metrics"] or ["total"]
    stages = [stage for stage in rules["stages"] if stage["first_round"] <= after]

    def counts(row):
        return row["round"] is None or row["round"] <= after

    games = list(map(with_amounts, for_others(bundle, bundle["games"])))
    players, games = after_forfeits(bundle["competitors"], games, bundle["forfeits"])
    players, games = by_owner(players, games, rules["substitutes"])
    games = [game for game in games if game["round"] <= after]
    lines = [with_amounts(line, ["amount"]) for line in for_others(bundle, bundle["adjustments"]) if counts(line)]
    out = {each["player"]: each for each in bundle["outs"] if counts(each)}
    played = {each["player"] for each in games + lines if each.get("kind", "result") == "result"}

    tallies = player_tallies(players, games, lines, stages)
    for key, tally in list(tallies.items()) if not rules["list_withdrawn"] else ():
        if tally.who["withdrawn"] and not (tally.games or tally.lines or key in out):
            del tallies[key]
    rows = placed_rows(tallies, metrics, out, played, rules.get("version", 1))
    places = {row["key"]: row["place"] for row in rows if row["place"]}
    return {"individual": rows, "teams": team_rows(bundle, players, games, lines, places, metrics, stages)}


def player_tallies(players, games, lines, stages):
    """{key: the tally of a player who is ranked}."""
    tables, weights = {}, carried({each["key"]: {each["key"]} for each in players}, stages)
    tallies = {each["key"]: Tally(each, (), tables, weights) for each in players if each["ranked"]}
    for key, tally in tallies.items():
        reached = [at for at, stage in enumerate(stages) if stage["players"] is None or key in stage["players"]]
        tally.stage = max(reached, default=0)
    for game in sorted(games, key=lambda game: game["round"]):
        tables.setdefault((game["round"], game["table"]), set()).update({game["player"]} if game["table"] else ())
        if game["player"] in tallies and tallies[game["player"]].part(game):
            tallies[game["player"]].games.append(game)
    for line in lines:
        if line["player"] in tallies:
            tallies[line["player"]].lines.append(line)
    return tallies


def players_in_order(bundle, draw, order, last, through, rank):
    """The players of a draw, by their numbers of that time, in the order of the standings after a round."""
    # Who shares a place stands in the order of the ratings, without any in that of the numbers of that time.
    then = dict(zip(map(numbers_today(bundle, draw), order), order))
    people = [{**each, "number": rank(then.get(each["key"], each["number"]))} for each in bundle["competitors"]]
    made = standings({**bundle, "competitors": people}, through) if through else {"individual": ()}
    rows = [then[row["key"]] for row in made["individual"] if row["key"] in then]
    stages = [stage for stage in bundle["ranking"]["stages"] if stage["first_round"] <= last + 1]
    if stages and stages[-1].get("teams"):
        return by_teams(rows, made["teams"], {then.get(each["key"]): each["team"] for each in people})
    return rows


def rating_order(inputs):
    """The key by which a draw sorts players: the best rating first, then who has none; equal ones by number."""
    ratings = inputs["seeding"]["hundredths"] if "seeding" in inputs else {}
    return lambda player: (str(player) not in ratings, -ratings.get(str(player), 0), player)


def from_pots(drawn, rank, first):
    """The players by number of the template, one of each pot at each table of its first round; {player: pot}."""
    pots = {player: min(3, at // len(first)) for at, player in enumerate(sorted(drawn, key=rank))}
    waiting = [[player for player in drawn if pots[player] == pot] for pot in range(4)]
    numbers = {}
    for at, table in enumerate(sorted(map(sorted, first))):
        numbers.update({number: waiting[(at + place) % 4].pop(0) for place, number in enumerate(table)})
    sits_out = iter(waiting[3])
    return [numbers[at] if at in numbers else next(sits_out) for at in range(len(drawn))], pots


def by_teams(players, teams, team_of):
    """The players by their teams: of four teams that stand together the best of each, then the second of each."""
    of_team = [[player for player in players if team_of[player] == row["key"]] for row in teams]
    of_team = [own for own in of_team if own]
    fours = [zip_longest(*of_team[start : start + 4]) for start in range(0, len(of_team), 4)]
    without_team = [player for player in players if team_of[player] is None]
    return [each for best in (*chain(*fours), without_team) for each in best if each is not None]


def carried(members, stages, team=None):
    """{(key, round): the part that still counts of rounds before the stages of the team or of one of its members}."""
    weights = {}
    for stage in stages:
        earlier, by_team = range(1, whole(stage["first_round"], MAX_ROUNDS)), stage.get("teams") if team else None
        for key, own in members.items() if number(stage["carry"]) != 1 else ():
            if team in by_team if by_team is not None else stage["players"] is None or own & {*stage["players"]}:
                weights.update({(key, at): weights.get((key, at), 1) * number(stage["carry"]) for at in earlier})
    return weights


def team_rows(bundle, players, games, lines, places, individual, stages):
    """Games of the members, or the best of each round, with the lines of members and team."""
    rule = bundle["ranking"]["team"]
    if rule is None:
        return []
    metrics = rule["tie_breaks"] or [each for each in individual if each not in ("direct_games", "lot")]
    team_of = {each["key"]: each["team"] for each in players}
    tallies = {team["key"]: Tally({"lot": 0, **team}) for team in bundle["teams"]}
    by_round, played = {}, set()
    for game in games:
        team = game["team"] if game["team"] is not None else team_of.get(game["player"])
        if game["for_team"] and team in tallies:
            by_round.setdefault((team, game["round"]), []).append(game)
    counting = [stage for stage in stages if rule.get("carry") or stage.get("teams") is not None]
    for key, tally in tallies.items():
        members = {each for each in team_of if team_of[each] == key}
        who = {game["player"] for (team, _round), own in by_round.items() if team == key for game in own} | members
        tally.weights = carried({None: members, **{each: {each} for each in who}}, counting, key)
        tally.stage = max((at for at, stage in enumerate(stages) if key in (stage.get("teams") or ())), default=0)
    for (team, _round), own in by_round.items():
        played, single = played | {team}, [Tally({"lot": 0}, [game], None, tallies[team].weights) for game in own]
        worth = [(each.metric(individual[0]), each.total("score"), -at) for at, each in enumerate(single)]
        best = [own[-at] for _first, _score, at in sorted(worth, reverse=True)[: rule["best"]]]
        tallies[team].games += [game for game in best if tallies[team].part(game)]
    for tally in tallies.values():
        tally.games.sort(key=lambda game: (game["round"], game["table"], game["place"], str(game["player"])))
    for line in lines:
        team = line["team"] if line["player"] is None else team_of.get(line["player"])
        if team in tallies:
            tallies[team].lines.append(line)
    for each in players:
        if each["team"] in tallies and each["key"] in places:
            tallies[each["team"]].member_places.append(places[each["key"]])
    played.update(line["team"] for line in lines if line["kind"] == "result")
    return placed_rows(tallies, metrics, {}, played, bundle["ranking"].get("version", 1))


def random_order(items, key, size):
    """The items shuffled from the end by HMAC-SHA-256 of a counter, read in numbers of `size` bytes without bias."""
    found, numbers, block = list(items), [], 0
    for last in range(len(found) - 1, 0, -1):
        number, limit = 256**size, 256**size - 256**size % (last + 1)
        while number >= limit:
            if not numbers:
                data = mac(key, block.to_bytes(8, "big")).digest()
                numbers, block = [int.from_bytes(data[i : i + size], "big") for i in range(0, 32, size)], block + 1
            number = numbers.pop(0)
        other = number % (last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def template_rounds(method, given):
    """The rounds of a template in its own numbers; of a rotation without order of tables, of both without winds."""
    if method in ("annealing", "library"):
        return given["rounds"]
    if method == "rotation":
        letters, modulus = "abcdefghijklmnopqrstuvwxyz", whole(given["modulus"], MAX_TABLES)
        base = [table.split() for table in given["base"].split("|")]
        classes = 1 + max(letters.index(each[0]) for each in chain(*base) if each[1:])
        whole(len({*chain(*base)}) * max(modulus, len(given["shifts"])), 10**6)
        number_of = {name: [classes * modulus + at] * modulus for at, name in enumerate("xyzwvutsrqpo")}
        for kind, first in ((letters.index(each[0]), each) for each in chain(*base) if each[1:]):
            number_of[first] = [kind * modulus + (int(first[1:]) + shift) % modulus for shift in range(modulus)]
        return [[[number_of[each][shift % modulus] for each in table] for table in base] for shift in given["shifts"]]
    if method != "four flights":
        raise ValueError(f"unknown template {short(method)}")
    moduli, rows, weights, tables = given["group"][::-1], given["rows"], [], 1
    for modulus in moduli:
        weights, tables = [*weights, tables], whole(tables * whole(modulus, MAX_TABLES), MAX_TABLES)
    whole(tables * len(rows[4]), MAX_TABLES)

    def place(at, back, on):
        return sum((at // each - back // each + on // each) % size * each for size, each in zip(moduli, weights))

    return [[[c * tables + place(at, by[4], by[c]) for c in range(4)] for at in range(tables)] for by in zip(*rows)]


def numbers_today(bundle, draw, link=0):
    """The function from a player's number at a link of the draw's chain to the number of today."""
    later = [each for each in bundle.get("renumberings", ()) if each["log"] > draw["log"][link]]
    return lambda player: reduce(lambda own, each: each["now"] if own == each["was"] else own, later, player)


def moved(plan, moves):
    seats = {(table, seat): player for table, own in plan.items() for seat, player in enumerate(own)}
    for table, seat, was, now in moves:
        if seats.pop((table, seat), None) != was:
            raise ValueError("a change moves somebody from another's chair")
        seats.update({} if now is None else {(table, seat): now})
    return {table: [seats[each] for each in sorted(seats) if each[0] == table] for table, _seat in sorted(seats)}


def dealt(made, board, secret):
    """The text of the sheet of a board that the secret of a set of boards deals."""
    tags = [made["event"], board["session"], board["number"], board["reserve"]]
    key = mac(secret, "|".join(map(str, ["mjdeal/1", *tags, made["value"]]))).digest()
    own_walls = made["model"] == "seat34"
    wall = random_order(tile_set(made, own_walls), key, 2)
    common = wall[:14] if own_walls and made["ruleset"].startswith("riichi-") else []
    rest = wall[len(common) :]

    walls, start = [], 0
    for seat in range(4 if own_walls else 1):
        size = len(rest) // 4 + (seat < len(rest) % 4) if own_walls else len(rest)
        walls.append(f"{'ESWN'[seat] if own_walls else 'A'}:{''.join(rest[start : start + size])}")
        start += size

    lines = [("Format", "mjdeal/1"), *zip(("Event", "Session", "Board", "Reserve"), tags)]
    lines.append(("Ruleset", made["ruleset"]))
    lines.append(("Dealer", "E"))
    lines.append(("Prevalent", "ESWN"[(board["number"] - 1) // 4 % prevalent_winds(made)]))
    lines.append(("Model", made["model"]))
    lines.append(("Value", made["value"]))
    lines.append(("Wall", suits_once(";".join(walls))))
    if common:
        lines.append(("Common", suits_once("".join(common))))
    if own_walls and made["flowers"]:
        lines.append(("Flowers", "yes"))
    return "".join(f'[{name} "{text}"]\n' for name, text in lines)


def tile_set(made, own_walls):
    """The tiles of a deal in their order before the shuffle."""
    ruleset, family = made["ruleset"], made["ruleset"].split("-")[0]
    five = "5550" if ruleset in RED_FIVES else "5555"
    tiles = [rank + suit for suit in "mps" for rank in f"1111222233334444{five}6666777788889999"]
    if family != "sichuan":
        tiles += [f"{rank}z" for rank in "1111222233334444555566667777"]
    if (made["flowers"] or not own_walls) and family in ("mcr", "taiwan") and ruleset != "mcr-japan":
        tiles += [f"{rank}f" for rank in "12345678"]
    return tiles


def prevalent_winds(made):
    """The number of prevalent winds of a match, from 1 to 4."""
    given = made["parameters"]
    winds = {
        "mcr": given.get("hands_per_match", 8 if made["ruleset"] == "mcr-japan" else 16) // 4,
        "riichi": len(given.get("rounds", "ES")),
        "taiwan": given.get("rounds_per_game", 4),
        "sichuan": 1,
    }
    return min(4, max(1, winds[made["ruleset"].split("-")[0]]))


def suits_once(tiles):
    """The text of tiles in which those of one suit that follow each other share its letter."""
    return re.sub(r"([mpszf])(?=.\1)", "", tiles)


def main():
    parser = argparse.ArgumentParser(prog="mahjong-verify.py", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="an event, its public part or the whole")
    parser.add_argument("--head", type=heads, action="append", default=[], help="NUMBER:DIGEST, draw:HASH or deal:HASH")
    asked = parser.parse_args()
    report, kept, parts, logs = Report(), list(chain(*asked.head)), [], []
    for path in asked.files:
        try:
            value = read(path)
        except Unreadable as error:
            sys.stderr.write(f"{path!a} cannot be read: {ascii(str(error))[1:-1]}\n")
            return 2
        report.run(BUNDLE, "bundle", report.check_event, value, kept)
        report.run(LOG, "log", report.check_log, value, kept)
        parts.append(value) if "part" in value else logs.append(value["log"])
    if any(one[: len(other)] != other[: len(one)] for one, other in combinations(report.logs, 2)):
        report.run(LOG, "log", report.say, WRONG, "the files have different logs")
    for part, log in product(parts, logs):
        report.run(SINCE, "log", report.check_entries, part, log)
    good, wrong, unknown = report.counts.values()
    end = "Something is wrong" if wrong else "In order"
    sys.stdout.write(f"{end}: {good} in order, {wrong} wrong, {unknown} not known\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
