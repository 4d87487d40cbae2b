import { openTestProvider, type TestProvider } from "@balcao/testing/oidcProvider";
import { examineProvider } from "./providerFindings.js";

const CLIENT = { id: "balcao", secret: "segredo", redirectUri: "http://localhost:3000/login" };

describe("the doctor, of the company's provider", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await openTestProvider(CLIENT);
  });
  afterAll(() => provider.close());

  const examine = async (change: Partial<Exclude<Parameters<typeof examineProvider>[0], null>> = {}) => {
    const settings = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: "openid email",
      signOut: "here",
    } as const;
    const [finding] = await examineProvider({ ...settings, redirectUri: CLIENT.redirectUri, timeoutMs: 500, ...change });
    return finding;
  };

  it("says that it answers, and knows our address [D-682]", async () => {
    expect(await examine()).toEqual({
      level: "ok",
      name: "provider",
      sentence: `${provider.issuer} answers as that issuer. It knows ${CLIENT.redirectUri}.`,
    });
    expect(await examineProvider(null)).toEqual([]);
  });

  it("names an address or a client that it does not know [D-682]", async () => {
    for (const change of [{ redirectUri: "https://balcao.example/login" }, { clientId: "another" }])
      expect(await examine(change)).toMatchObject({ level: "fault", sentence: expect.stringMatching(/does not know/) });
  });

  it("names an issuer that is another one, a document that is none, and one that does not answer [D-682]", async () => {
    const localhost = provider.issuer.replace("127.0.0.1", "localhost");
    expect(await examine({ issuer: localhost })).toMatchObject({ level: "fault", sentence: expect.stringMatching(/issuer/) });
    for (const trouble of ["broken", "hung"] as const) {
      provider.set(trouble);
      expect(await examine()).toMatchObject({ level: "fault", remedy: expect.stringMatching(/OIDC_ISSUER/) });
    }
    provider.set("none");
  });
});
