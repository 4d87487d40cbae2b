import type { ConnectionSessionEvent } from "../live/index.js";
import { applyConnectionEvent, applySessionEvent, type AnyConnectionView, type ConnectionView } from "./index.js";

const AT = "2026-11-20T12:00:00.000Z";
const [EARLIER, LATER] = ["2026-11-20T11:00:00.000Z", "2026-11-20T13:00:00.000Z"];
const short = (id: number, more: object = {}) =>
  ({ id, name: `C${id}`, status: "OPENING", retries: 0, updatedAt: AT, ...more }) as AnyConnectionView;
/** As administrators see it. */
const whole = (id: number, more: object = {}) => short(id, { statusReason: null, qrcode: "", ...more }) as ConnectionView;

describe("the list of connections after events", () => {
  const list = [short(1), short(2)];

  it("has a new connection at its end, a changed one in its place, and a deleted one no more", () => {
    const [third, second] = [whole(3), whole(2, { name: "Filial", updatedAt: LATER })];
    expect(applyConnectionEvent(list, { action: "update", whatsapp: third, whatsappId: 3 })).toEqual([...list, third]);
    expect(applyConnectionEvent(list, { action: "update", whatsapp: second, whatsappId: 2 })).toEqual([list[0], second]);
    expect(applyConnectionEvent(list, { action: "delete", whatsappId: 1 })).toEqual([list[1]]);
  });

  it("keeps what is newer than an event", () => {
    expect(applyConnectionEvent(list, { action: "update", whatsapp: whole(2, { updatedAt: EARLIER }), whatsappId: 2 })).toBe(list);
    expect(applySessionEvent(list, sessionOf(2, EARLIER))).toEqual(list);
  });

  it("shows the state of a session, to administrators with its reasons, and to others without", () => {
    const event = sessionOf(1, LATER);
    const { status, retries, updatedAt } = event.session;
    expect(applySessionEvent(list, event)).toEqual([short(1, { status, retries, updatedAt }), list[1]]);
    const { id: _id, ...state } = event.session;
    expect(applySessionEvent([whole(1), whole(2)], event)).toEqual([whole(1, state), whole(2)]);
  });
});

function sessionOf(id: number, updatedAt: string): ConnectionSessionEvent {
  const why = { statusReason: "banned", statusReasonUntil: null, downSince: AT, unresolvedGap: null, parkedEvents: 2, notices: [] };
  return {
    session: { id, status: "DISCONNECTED", retries: 3, updatedAt, qrcode: "", number: null, ...why },
  } as unknown as ConnectionSessionEvent;
}
