"""One process of a bot: what its hello, its messages, its silence and its end lead to."""

from __future__ import annotations

import pytest
import trio
from instance_bench import START_S, Bench, ask, on_bench, settle

from arena.referee.faults import LinkGone, MachineFault
from arena.referee.messages import Answer, Nonsense
from arena.transport import limits
from arena.transport.generated import arena_pb2 as pb
from arena.transport.grpc_link import GrpcLink

NEVER_S = float("inf")


async def gone(link: GrpcLink) -> tuple[str, str, bool]:
    """How the bot was lost: kind, sentence, final."""
    with pytest.raises(LinkGone) as lost:
        await link.receive(NEVER_S)
    return lost.value.kind, str(lost.value), lost.value.final


async def never_up(table: Bench) -> tuple[str, str, bool]:
    """Why the bot does not come up (again)."""
    with pytest.raises(LinkGone) as lost:
        await table.instance.wait_up()
    return lost.value.kind, str(lost.value), lost.value.final


def answer(link: GrpcLink, number: int, option: int = 0) -> pb.Answer:
    return pb.Answer(match=link._match, number=number, option=option)


def arrived(link: GrpcLink) -> list[Answer | Nonsense]:
    """All that waits for a match."""
    waiting = []
    while (what := link.receive_nowait()) is not None:
        waiting.append(what)
    return waiting


# Coming up


@on_bench()
async def test_a_process_is_started_when_a_match_needs_it_and_told_where_to_connect(table: Bench) -> None:
    assert not table.launcher.started
    await table.seat()
    command = table.process.command
    assert command.argv == ("./bot",)
    assert command.env["ARENA_ADDRESS"] == "unix:nowhere"
    assert list(table.wire.expected) == [command.env["ARENA_TOKEN"]]


@on_bench()
async def test_a_hello_is_welcomed_with_a_session_and_the_limits_and_the_match_starts(table: Bench) -> None:
    link, stream = await table.up()
    welcome, start = stream.sent
    assert welcome.welcome.protocol == limits.PROTOCOL
    assert welcome.welcome.max_message_bytes == limits.MAX_MESSAGE_BYTES
    assert len(welcome.welcome.session) == 16
    assert start.items[0].start.game == "gorus"
    assert link.ready


@pytest.mark.parametrize(("bot", "welcomed"), [(0, 1), (1, 1), (3, 3), (8, 8), (99, 8)])
@on_bench(matches_at_once=8)
async def test_as_many_matches_run_at_once_as_organiser_and_bot_allow(
    table: Bench, bot: int, welcomed: int
) -> None:
    _, stream = await table.up(matches_at_once=bot)
    assert stream.sent[0].welcome.matches_at_once == welcomed
    assert table.instance.matches_at_once == welcomed


@on_bench(matches_at_once=999)
async def test_no_organiser_can_allow_more_matches_at_once_than_the_wire_does(table: Bench) -> None:
    await table.up(matches_at_once=999)
    assert table.instance.matches_at_once == limits.MATCHES_AT_ONCE


@pytest.mark.parametrize("protocol", [0, limits.PROTOCOL + 1])
@on_bench()
async def test_another_protocol_is_refused_and_is_a_no_show(table: Bench, protocol: int) -> None:
    sentence = f"speaks protocol {protocol}, this referee speaks {limits.PROTOCOL}"

    async def bring_up() -> None:
        assert await never_up(table) == ("no-show", sentence, True)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(bring_up)
        await settle()
        assert table.hello(protocol=protocol)[1] == sentence
    await settle()
    assert (await table.process.wait_exited()).stopped


@on_bench()
async def test_what_a_hello_says_is_quoted_short_and_steers_no_terminal(table: Bench) -> None:
    async def bring_up() -> None:
        _, sentence, _ = await never_up(table)
        assert sentence.startswith(f"plays {'[2J' + 'x' * 197}, this is ")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(bring_up)
        await settle()
        table.hello(games=["\x1b[2J" + "x" * 60_000])


@on_bench()
async def test_who_says_no_hello_is_a_no_show_and_is_stopped(table: Bench) -> None:
    assert await never_up(table) == ("no-show", "said no hello within 10 s", True)
    assert trio.current_time() == START_S
    await settle()
    assert (await table.process.wait_exited()).stopped
    assert not table.wire.expected, "its token is worth nothing any more"


@on_bench()
async def test_a_hello_at_the_last_moment_counts(table: Bench) -> None:
    link = await table.seat()
    await trio.sleep(START_S - 0.001)
    assert table.hello()[1] == ""
    await settle()
    assert link.ready
    await trio.sleep(1.0)
    assert link.ready, "the time to say hello is over, and that is of no importance"


@on_bench()
async def test_who_dies_before_its_hello_is_started_again_and_the_second_time_has_crashed(
    table: Bench,
) -> None:
    async def die_twice() -> None:
        await settle()
        table.process.exit(3)
        await settle()
        assert len(table.launcher.started) == 2
        table.process.written = "hello\nno module named numpy\n\n"
        table.process.exit(3)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(die_twice)
        assert await never_up(table) == (
            "crash",
            "its process exited with status 3; the last line of its log: no module named numpy"
            " (before it said hello)",
            True,
        )


@on_bench()
async def test_the_token_of_a_process_that_has_died_is_worth_nothing(table: Bench) -> None:
    await table.seat()
    table.process.exit(0)
    first = table.process
    await settle()
    assert first.command.env["ARENA_TOKEN"] not in table.wire.expected
    assert list(table.wire.expected) == [table.process.command.env["ARENA_TOKEN"]]


@on_bench()
async def test_a_program_that_cannot_be_started_is_a_no_show(table: Bench) -> None:
    table.launcher.fail_next("./bot: there is no such file")
    assert await never_up(table) == ("no-show", "./bot: there is no such file", True)


@on_bench()
async def test_a_machine_that_cannot_start_processes_is_nobodys_fault(table: Bench) -> None:
    table.launcher.fail_next("out of memory", machine=True)
    for _ in range(2):
        with pytest.raises(MachineFault, match="out of memory"):
            await table.instance.wait_up()


@on_bench()
async def test_who_is_stopped_while_it_starts_is_stopped_all_the_same(table: Bench) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(never_up, table)
        await trio.lowlevel.checkpoint()
        await table.instance.stop()
    await settle()
    assert all([(await process.wait_exited()).stopped for process in table.launcher.started])
    assert not table.wire.expected


# Answers


@on_bench()
async def test_an_answer_reaches_its_match_with_the_time_of_its_arrival(table: Bench) -> None:
    link, stream = await table.up()
    await trio.sleep(7.0)
    table.receive(stream, answer(link, 5, option=3))
    assert arrived(link) == [Answer(5, 3, 7.0)]


@on_bench(matches_at_once=2)
async def test_answers_of_one_message_go_to_their_matches(table: Bench) -> None:
    one, stream = await table.up(matches_at_once=2)
    other = await table.seat()
    table.receive(stream, answer(one, 1), answer(other, 2), answer(one, 3))
    assert [what.number for what in arrived(one) if isinstance(what, Answer)] == [1, 3]
    assert [what.number for what in arrived(other) if isinstance(what, Answer)] == [2]


@on_bench(matches_at_once=2)
async def test_an_answer_in_no_match_of_its_is_nonsense_in_those_with_an_open_question(
    table: Bench,
) -> None:
    asking, stream = await table.up(matches_at_once=2)
    idle = await table.seat()
    asking.send(ask(1))
    table.receive(stream, pb.Answer(match=0xABC, number=1))
    assert arrived(asking) == [
        Nonsense("answered in a match that it does not play (0000000000000abc)", trio.current_time())
    ]
    assert arrived(idle) == []


@on_bench(matches_at_once=2)
async def test_an_answer_in_a_match_that_is_over_is_late_and_dropped(table: Bench) -> None:
    asking, stream = await table.up(matches_at_once=2)
    over = await table.seat()
    over.close()
    asking.send(ask(1))
    table.receive(stream, answer(over, 1))
    assert arrived(asking) == []


# Incidents


@on_bench()
async def test_bytes_that_are_no_message_are_malformed(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.receive_bytes(stream, b"\xff\xff\xff")
    assert await gone(link) == ("malformed", "sent a message that is not a FromBot", False)


@on_bench()
async def test_a_second_hello_is_malformed(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.receive(stream, hello=pb.Hello())
    assert await gone(link) == ("malformed", "said hello twice on one stream", False)


@on_bench()
async def test_a_message_over_the_limit_is_malformed(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.end(stream, oversize=True)
    assert await gone(link) == ("malformed", "sent a message of more than 65536 bytes", False)


@on_bench()
async def test_messages_that_answer_nothing_are_a_flood_beyond_the_limit(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    for _ in range(limits.EMPTY_MESSAGES):
        table.receive(stream)
    assert link.ready
    table.receive(stream)
    kind, _, final = await gone(link)
    assert (kind, final) == ("flood", False)


@on_bench()
async def test_an_answer_makes_up_for_the_empty_messages_before_it(table: Bench) -> None:
    link, stream = await table.up()
    for _ in range(3):
        for _ in range(limits.EMPTY_MESSAGES):
            table.receive(stream)
        table.receive(stream, answer(link, 1))
    assert link.ready


@on_bench()
async def test_answers_that_nobody_asked_for_are_a_flood_beyond_the_limit(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.receive(stream, *[answer(link, 0)] * limits.UNREAD_ANSWERS)
    assert link.ready
    table.receive(stream, answer(link, 0))
    assert len(arrived(link)) == limits.UNREAD_ANSWERS
    assert (await gone(link))[0] == "flood"


@on_bench(matches_at_once=2)
async def test_answers_in_matches_that_are_over_are_a_flood_beyond_the_limit(table: Bench) -> None:
    asking, stream = await table.up(matches_at_once=2)
    over = await table.seat()
    over.close()
    asking.send(ask(1))
    table.receive(stream, *[answer(over, 1)] * limits.ASTRAY_ANSWERS)
    assert asking.ready
    table.receive(stream, answer(over, 1))
    assert (await gone(asking))[0] == "flood"


@on_bench()
async def test_who_does_not_read_is_disconnected_beyond_the_limit(table: Bench) -> None:
    link, stream = await table.up()
    stream.unwritten_bytes = limits.UNWRITTEN_BYTES
    link.send(ask(1))
    assert link.ready
    stream.unwritten_bytes += 1
    link.send(ask(2))
    assert await gone(link) == ("disconnect", "left more than 1048576 bytes unread", False)


@on_bench()
async def test_a_process_that_dies_has_crashed_and_its_log_is_quoted(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.process.written = "ready\nTraceback\nKeyError: \x1b[31m'seat'\n\n"
    table.process.exit(-11)
    table.end(stream)
    assert await gone(link) == (
        "crash",
        "its process was killed by SIGSEGV; the last line of its log: KeyError: [31m'seat'",
        False,
    )


@on_bench()
async def test_a_process_may_end_a_little_after_its_stream_and_has_crashed(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.end(stream)
    await trio.sleep(limits.EXIT_WAIT_S - 0.001)
    table.process.exit(0)
    assert await gone(link) == ("crash", "its process exited with status 0", False)


@on_bench()
async def test_a_stream_that_ends_while_its_process_goes_on_is_a_disconnect(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.end(stream)
    assert await gone(link) == ("disconnect", "ended its stream while its process went on", False)
    await settle()
    assert (await table.process.wait_exited()).stopped


@on_bench()
async def test_a_process_that_dies_with_its_stream_held_open_by_another_has_crashed(table: Bench) -> None:
    link, _ = await table.up()
    link.send(ask(1))
    table.process.exit(0)
    assert await gone(link) == ("crash", "its process exited with status 0", False)


@on_bench()
async def test_the_answers_before_a_crash_count(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.receive(stream, answer(link, 1))
    table.process.exit(1)
    table.end(stream)
    await settle()
    assert await link.receive(NEVER_S) == Answer(1, 0, 0.0)


@on_bench(matches_at_once=3)
async def test_an_incident_is_told_to_the_matches_with_an_open_question_only(table: Bench) -> None:
    asking, stream = await table.up(matches_at_once=3)
    answered, idle = await table.seat(), await table.seat()
    asking.send(ask(1))
    answered.send(ask(1))
    table.receive(stream, answer(answered, 1))
    assert arrived(answered)
    table.receive_bytes(stream, b"\xff")
    assert (await gone(asking))[0] == "malformed"
    for link in (answered, idle):
        assert await link.receive(trio.current_time() + 100.0) is None


@on_bench()
async def test_the_late_end_of_a_lost_stream_is_not_another_incident(table: Bench) -> None:
    _, stream = await table.up()
    table.receive_bytes(stream, b"\xff")
    table.instance.ended(stream, oversize=True)  # type: ignore[arg-type]
    link, _ = await table.up()
    assert link.ready


# Started again


@on_bench()
async def test_a_lost_process_is_started_again_and_gets_the_start_of_its_match(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.receive_bytes(stream, b"\xff")
    await gone(link)
    assert not link.ready
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.wait_ready)
        await settle()
        again, reason = table.hello()
    assert (len(table.launcher.started), reason) == (2, "")
    assert link.ready
    assert again.starts == 1


@on_bench()
async def test_the_end_of_the_lost_process_is_not_taken_for_the_end_of_the_next(table: Bench) -> None:
    """The next is started while the lost one is still being stopped, by two tasks at once."""
    for _ in range(20):  # trio wakes tasks in any order
        link, stream = await table.up()
        link.send(ask(1))
        table.instance._incidents = 0
        table.receive_bytes(stream, b"\xff")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.wait_ready)
            await settle()
            assert table.hello()[1] == "", "its token is known"
        assert link.ready
        table.instance._incidents = 0
        table.receive_bytes(table.instance.stream, b"\xff")  # type: ignore[arg-type]
        await settle()


@on_bench()
async def test_the_second_incident_is_final(table: Bench) -> None:
    link, stream = await table.up()
    table.receive_bytes(stream, b"\xff")
    link, stream = await table.up()
    link.send(ask(1))
    table.receive_bytes(stream, b"\xff")
    assert await gone(link) == ("malformed", "sent a message that is not a FromBot", True)
    assert (await never_up(table))[0] == "malformed"
    assert len(table.launcher.started) == 2


@on_bench()
async def test_what_waited_for_the_lost_process_is_forgotten(table: Bench) -> None:
    link, stream = await table.up()
    table.receive(stream, answer(link, 1), answer(link, 9))
    table.receive_bytes(stream, b"\xff")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.wait_ready)
        await settle()
        table.hello()
    assert arrived(link) == []


@on_bench(matches_at_once=2)
async def test_each_match_gets_its_start_on_the_new_stream_when_it_needs_it(table: Bench) -> None:
    links = [(await table.up(matches_at_once=2))[0], await table.seat()]
    stream = table.instance.stream
    table.receive_bytes(stream, b"\xff")  # type: ignore[arg-type]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(links[0].wait_ready)
        await settle()
        again, _ = table.hello(matches_at_once=2)
    assert (links[0].ready, links[1].ready, again.starts) == (True, False, 1)
    await links[1].wait_ready()
    assert (links[1].ready, again.starts) == (True, 2)


@on_bench()
async def test_a_bot_given_up_while_it_is_asked_why_its_stream_ended_is_lost_once(table: Bench) -> None:
    link, stream = await table.up()
    link.send(ask(1))
    table.end(stream)
    link.give_up("flood", "too much")
    assert await gone(link) == ("flood", "too much", False)
    link = await table.seat()
    assert table.hello()[1] == ""
    await trio.sleep(2 * limits.EXIT_WAIT_S)
    assert link.ready


# Whether it may be given another match


@on_bench()
async def test_a_process_without_an_incident_is_sound(table: Bench) -> None:
    assert table.instance.sound
    _, stream = await table.up()
    assert table.instance.sound
    table.receive_bytes(stream, b"\xff")
    assert not table.instance.sound


@on_bench()
async def test_a_stopped_process_is_not_sound_and_its_log_is_kept(table: Bench) -> None:
    await table.up()
    table.process.written = "I was here"
    await table.instance.stop()
    await settle()
    assert not table.instance.sound
    assert table.logs == [("bot#1", "I was here")]
