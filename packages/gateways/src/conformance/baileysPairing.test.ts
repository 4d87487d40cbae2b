import type { SessionReport } from "../port/index.js";
import { openBaileysDouble, OWNER, type BaileysDouble } from "./baileysDouble.js";
import { createTestHost, until, type TestHost } from "./testHost.js";

const secretOf = (qr: string | null): string => qr?.split(",")[3] ?? "";
const refOf = (qr: string | null): string => qr?.split(",")[0] ?? "";

describe("linking a phone with WhatsApp's current protocol", () => {
  let host: TestHost;
  let double: BaileysDouble;
  const open = async (qrMs?: number) => {
    host = await createTestHost();
    double = await openBaileysDouble(host, { withCustomer: false, ...(qrMs === undefined ? {} : { qrMs }) });
    return double.connector.open(double.profile, host);
  };
  const codes = (): (string | null)[] => host.reports.filter(({ qrcode }) => qrcode !== null).map(({ qrcode }) => qrcode);
  const last = (): SessionReport | undefined => host.reports.at(-1);
  afterEach(async () => {
    await double.close();
    await host.remove();
  });

  it("shows a new code at once when the first one was retired by the scan, and links with that one [CONN-008, CONN-022]", async () => {
    const session = await open();
    await session.start();
    const [first = null] = codes();
    expect(double.relay.control.scan(first ?? "", OWNER)).toBe("refused");
    await until(codes, (shown) => shown.length === 2);
    const [, second = null] = codes();
    expect(refOf(second)).toBe(refOf(first));
    expect(secretOf(second)).not.toBe(secretOf(first));
    expect(double.relay.control.scan(first ?? "", OWNER)).toBe("refused");
    expect(double.relay.control.scan(second ?? "", OWNER)).toBe("linked");
    await until(last, (report) => report?.status === "CONNECTED");
    await session.stop();
  });

  it("never shows the retired secret again when the library renews the code [CONN-008]", async () => {
    const session = await open(150);
    await session.start();
    const [first = null] = codes();
    double.relay.control.scan(first ?? "", OWNER);
    await until(codes, (shown) => new Set(shown.map(refOf)).size >= 3);
    expect(codes().filter((code) => secretOf(code) === secretOf(first))).toEqual([first]);
    const newest = codes().at(-1) ?? "";
    expect(double.relay.control.scan(newest, OWNER)).toBe("linked");
    await until(last, (report) => report?.status === "CONNECTED");
    await session.stop();
  });

  it("logs in with the version that is set after WhatsApp refused its own, without a new session [D-290]", async () => {
    const setting: { version?: readonly [number, number, number] } = {};
    host = await createTestHost();
    double = await openBaileysDouble(host, { withCustomer: false, version: () => setting.version });
    double.relay.control.requireVersion(2_000_000_000);
    const session = double.connector.open(double.profile, host);
    await expect(session.start()).rejects.toMatchObject({ reason: "connectorRefused" });
    expect(last()).toMatchObject({ status: "DISCONNECTED", reason: "connectorRefused", until: expect.anything() as Date });
    setting.version = [2, 3000, 2_000_000_000];
    await session.start("person");
    expect(last()).toMatchObject({ status: "qrcode", reason: null });
    await session.stop();
  });

  it.each(["QR code", "pairing code"])(
    "says at once that the account needs a passkey, when a %s is used, and makes no further codes [D-292]",
    async (way) => {
      const session = await open();
      double.relay.control.demandPasskey(OWNER);
      if (way === "QR code") {
        await session.start();
        double.relay.control.scan(codes()[0] ?? "", OWNER);
        await until(codes, (shown) => shown.length === 2);
        double.relay.control.scan(codes()[1] ?? "", OWNER);
      } else double.typeCode((await session.requestPairingCode?.(OWNER)) ?? "");
      expect(await until(last, (report) => report?.status === "TIMEOUT")).toMatchObject({ reason: "passkeyNeeded", qrcode: null });
      const logins = double.relay.control.logins().at.length;
      expect((await session.status()).status).toBe("TIMEOUT");
      expect(double.relay.control.logins().at.length).toBe(logins);
      await session.start("person");
      expect(await until(last, (report) => report?.status === "qrcode")).toMatchObject({ reason: null });
      await session.stop();
    },
  );

  it("links by a typed code while WhatsApp retires QR codes and refers to the code without its keys [CONN-026]", async () => {
    const session = await open();
    const code = (await session.requestPairingCode?.(OWNER)) ?? "";
    const shown = codes().length;
    double.typeCode(code);
    await until(last, (report) => report?.status === "CONNECTED");
    expect(codes()).toHaveLength(shown);
    await session.stop();
  });
});
