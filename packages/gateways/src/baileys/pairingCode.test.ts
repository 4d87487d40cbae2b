import { initAuthCreds } from "@whiskeysockets/baileys";
import { PairingCode } from "./pairingCode.js";

const drawn = (ref: string, secret: string): string => `https://wa.me/settings/linked_devices#${ref},noise,identity,${secret},1`;

describe("the QR code of an unlinked number", () => {
  const open = () => {
    const creds = initAuthCreds();
    const shown: string[] = [];
    const first = creds.advSecretKey;
    return { creds, shown, first, code: new PairingCode(creds, (qr) => shown.push(qr)) };
  };

  it("is shown again with the same ref and a new secret when WhatsApp retires it, and so are all later ones [CONN-008]", () => {
    const { creds, shown, first, code } = open();
    code.offered(drawn("2@one", first));
    code.retire();
    const second = creds.advSecretKey;
    expect(Buffer.from(second, "base64")).toHaveLength(32);
    expect(second).not.toBe(first);
    code.offered(drawn("2@two", first));
    expect(shown).toEqual([drawn("2@one", first), drawn("2@one", second), drawn("2@two", second)]);
  });

  it("keeps its secret while a code is typed, and changes it when that flow ends without a link [CONN-026]", () => {
    const { creds, shown, first, code } = open();
    code.offered(drawn("2@one", first));
    const typing = code.typed();
    code.retire();
    code.retire();
    expect([creds.advSecretKey, shown]).toEqual([first, [drawn("2@one", first)]]);
    typing.ended();
    expect(creds.advSecretKey).not.toBe(first);
    expect(shown).toEqual([drawn("2@one", first), drawn("2@one", creds.advSecretKey)]);
    typing.ended();
    expect(shown).toHaveLength(2);
  });

  it("accepts a retirement before the first code", () => {
    const { creds, shown, first, code } = open();
    code.retire();
    expect(shown).toEqual([]);
    code.offered(drawn("2@one", first));
    expect(shown).toEqual([drawn("2@one", creds.advSecretKey)]);
  });
});
