import type { Services } from "../../ground/kernel/index.js";
import { checkChatbotAddress } from "./connectionFields.js";

describe("the address of a chatbot that is saved", () => {
  const resolve = async (host: string): Promise<readonly string[]> => {
    if (host === "bot.example.com") return ["93.184.216.34"];
    if (host === "crm.example.com") return ["10.0.0.7"];
    throw new Error("ENOTFOUND");
  };
  const save = (publicDNSTypebot: string | undefined, internalHosts: readonly string[] = []) => {
    const services: Pick<Services, "chatbotAddresses"> = { chatbotAddresses: { resolve, internalHosts } };
    return checkChatbotAddress(services, { publicDNSTypebot }).catch((error: unknown) => error);
  };
  const refused = {
    code: "ERR_VALIDATION",
    details: [{ field: "publicDNSTypebot", rule: "internal" }],
    sentence: expect.stringContaining("CHATBOT_INTERNAL_HOSTS"),
  };

  it("is refused within the company's network, by number and by name, and names the variable that allows it [D-149, D-283, S-58]", async () => {
    for (const address of ["crm.example.com", "https://crm.example.com/bot", "10.0.0.5:8443", "https://127.1", "app.localhost"])
      expect([address, await save(address)]).toEqual([address, expect.objectContaining(refused)]);
    expect(await save("10.0.0.5:8443", ["10.0.0.5:8443"])).toBeUndefined();
    expect(await save("https://crm.example.com/bot", ["crm.example.com"])).toBeUndefined();
    expect(await save("10.0.0.6:8443", ["10.0.0.5:8443"])).toMatchObject(refused);
  });

  it("is accepted in public, without an address yet, and where none is given [D-283]", async () => {
    for (const address of ["bot.example.com", "https://soon.example.com", "", undefined]) expect(await save(address)).toBeUndefined();
  });
});
