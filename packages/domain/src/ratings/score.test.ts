import { readScore } from "./index.js";

describe("readScore", () => {
  it.each([
    ["5", 5],
    [" 5 ", 5],
    ["5!", 5],
    ["5.", 5],
    ["*4*", 4],
    ["５", 5],
    ["5️⃣", 5],
    ["1️⃣", 1],
    ["nota 5", 5],
    ["Nota: 3", 3],
    ["minha nota 4", 4],
    ["cinco", 5],
    ["Três", 3],
    ["nota dois", 2],
    ["uma estrela", 1],
    ["5 estrelas", 5],
    ["5 ⭐", 5],
    ["⭐⭐⭐⭐⭐", 5],
    ["⭐️ ⭐️", 2],
    ["⭐", 1],
    ["5/5", 5],
    ["4 de 5", 4],
    ["Cuatro", 4],
    ["five stars", 5],
  ])("reads %j as %i [NPS-004, D-206]", (text, score) => {
    expect(readScore(text)).toBe(score);
  });

  it.each([
    "",
    "   ",
    "0",
    "6",
    "15",
    "10",
    "4,5",
    "1 2",
    "5 minutos",
    "1 pedido",
    "nota",
    "ok",
    "👍",
    "⭐⭐⭐⭐⭐⭐",
    "cinco pães",
    "Oi, quero 5",
    "5".repeat(5_000),
    "constructor",
  ])("reads %j as no score [D-206]", (text) => {
    expect(readScore(text)).toBeNull();
  });
});
