import { windowUntil } from "./serviceWindow.js";

it("ends free texts 24 hours after the customer's last message, also when the local clocks change", () => {
  expect(windowUntil(new Date("2026-11-20T23:59:59.500Z"))).toEqual(new Date("2026-11-21T23:59:59.500Z"));
});
