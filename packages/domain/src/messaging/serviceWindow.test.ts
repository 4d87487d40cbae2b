import { windowUntil } from "./serviceWindow.js";

it("ends free texts 24 hours after the customer's last message, whatever the clocks of the place do", () => {
  expect(windowUntil(new Date("2026-11-20T23:59:59.500Z"))).toEqual(new Date("2026-11-21T23:59:59.500Z"));
});
