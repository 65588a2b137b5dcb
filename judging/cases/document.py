from judging.cases.models import Appeal, Case, ClaimRecord, Handover, Party, Ruling, RulingForfeit, RulingLine, Sanction
from judging.desk.models import Call, Desk
from tournaments.exchange.document.sections import section

section("desks", Desk, "tournament")
section("calls", Call, "tournament")
section("cases", Case, "tournament", "number")
section("handovers", Handover, "case__tournament")
section("parties", Party, "case__tournament", "case", "seat")
# The key that a referee's device sent along only keeps it from being stored twice.
section("claims", ClaimRecord, "case__tournament", "case", "number", without=["key"], removed=["device"])
section("rulings", Ruling, "case__tournament", "case", "number")
section("sanctions", Sanction, "ruling__case__tournament", "ruling", "order")
section("ruling_lines", RulingLine, "ruling__case__tournament")
section("ruling_forfeits", RulingForfeit, "ruling__case__tournament")
section("appeals", Appeal, "ruling__case__tournament")
