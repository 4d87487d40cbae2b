import { apiTokenForm } from "./apiToken.form.js";

const filled = {
  ...{ name: "Loja", installation: false, areas: { contacts: "read" }, reach: "all", queueIds: [] },
  ...{ days: "", addresses: "", currentPassword: "x" },
};
const wrongIn = async (values: object): Promise<string | null> => {
  try {
    await apiTokenForm.validate({ ...filled, ...values });
    return null;
  } catch (error) {
    return (error as { path?: string }).path ?? "";
  }
};

describe("the form of a token", () => {
  it("asks for a name, an area, and queues where it reaches those alone [D-570, D-571]", async () => {
    expect(await wrongIn({})).toBeNull();
    expect(await wrongIn({ name: " " })).toBe("name");
    expect(await wrongIn({ areas: { contacts: undefined } })).toBe("areas");
    expect(await wrongIn({ reach: "queues" })).toBe("queueIds");
    expect(await wrongIn({ reach: "queues", queueIds: [3] })).toBeNull();
  });
});
