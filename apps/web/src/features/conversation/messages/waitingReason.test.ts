import { waitingReason } from "./waitingReason";

const connected = { name: "Loja", status: "CONNECTED" } as const;
const voice = (mime: string) => ({ voice: true, mime });

describe("waitingReason", () => {
  it("says what keeps a message in this browser", () => {
    for (const kind of ["network", "server", "earlier"] as const)
      expect(waitingReason({ outgoing: { waitsFor: kind, state: "sending" }, media: null, connection: connected })).toEqual({ kind });
    expect(waitingReason({ outgoing: { waitsFor: null, state: "sending" }, media: null, connection: connected })).toBeNull();
    expect(waitingReason({ outgoing: { waitsFor: null, state: "late" }, media: null, connection: connected })).toEqual({ kind: "late" });
  });

  it("says what keeps a message that the api has: its connection, or the making of its voice note", () => {
    const lost = { name: "Loja", status: "DISCONNECTED" } as const;
    expect(waitingReason({ outgoing: undefined, media: null, connection: lost })).toEqual({ kind: "connection", name: "Loja" });
    expect(waitingReason({ outgoing: undefined, media: voice("audio/mp4"), connection: connected })).toEqual({ kind: "preparing" });
    expect(waitingReason({ outgoing: undefined, media: voice("audio/ogg"), connection: connected })).toBeNull();
    expect(waitingReason({ outgoing: undefined, media: null, connection: undefined })).toBeNull();
  });
});
