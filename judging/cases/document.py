from judging.cases.models import Appeal, Case, ClaimRecord, Handover, Party, Ruling, RulingForfeit, RulingLine, Sanction
from judging.cases.visitor import ROWS
from judging.desk.models import Call, Desk
from tournaments.exchange.document.sections import add_section
from tournaments.exchange.document.visitor import add_visitor_section

add_section("desks", Desk, "tournament")
add_section("calls", Call, "tournament")
add_section("cases", Case, "tournament", "number")
add_section("handovers", Handover, "case__tournament")
add_section("parties", Party, "case__tournament", "case", "seat")
# The key that a referee's device sent along only keeps it from being stored twice.
add_section("claims", ClaimRecord, "case__tournament", "case", "number", without=["key"], removed=["device"])
add_section("rulings", Ruling, "case__tournament", "case", "number")
add_section("sanctions", Sanction, "ruling__case__tournament", "ruling", "order")
add_section("ruling_lines", RulingLine, "ruling__case__tournament")
add_section("ruling_forfeits", RulingForfeit, "ruling__case__tournament")
add_section("appeals", Appeal, "ruling__case__tournament")

for name, section in ROWS.items():
    add_visitor_section(name, section)
