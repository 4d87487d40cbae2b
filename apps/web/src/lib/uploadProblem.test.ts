import i18next from "i18next";
import { uploadProblem } from "./uploadProblem";

const MB = 1024 * 1024;

beforeAll(() =>
  i18next.init({ lng: "pt", resources: { pt: { common: { form: { uploadLimit: "Mais de {{megabytes}} MB." } } } }, defaultNS: "common" }),
);

describe("uploadProblem", () => {
  it("takes 20 MB together, 100 MB on meow; beyond, the sentence names the limit [CONV-022, CONV-023]", () => {
    expect(uploadProblem(20 * MB, "baileys")).toBeNull();
    expect(uploadProblem(20 * MB + 1, "baileys")).toBe("Mais de 20 MB.");
    expect(uploadProblem(90 * MB, "meow")).toBeNull();
    expect(uploadProblem(101 * MB, "meow")).toBe("Mais de 100 MB.");
  });
});
