import { isCommonPassword } from "./index.js";

describe("common passwords", () => {
  it.each([
    "123456",
    "password",
    "Password1!",
    "P@ssw0rd",
    "P@$$w0rd!!",
    "Senha@123",
    "Senha123!",
    "Flamengo-2026",
    "1Qaz@Wsx",
    "Qwerty123!",
    "!!Dragon77",
    "M0nkey_1",
  ])("refuses %s [S-07]", (password) => expect(isCommonPassword(password)).toBe(true));

  it.each(["Segura-Senha-1", "Primeira-Senha-1", "correct-Horse-7-battery", "Gx7!kqLw2", "Ação1234#Rio", ""])(
    "accepts %p [S-07]",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
