import { toUncovered } from "./coveredPage";

describe("a keyboard over the page", () => {
  const upright = { windowHeight: 844, visibleHeight: 844, scale: 1 };

  it("leaves what is above it", () => {
    expect(toUncovered({ ...upright, visibleHeight: 508.4 })).toBe(508);
  });

  it("is none where the browser shrinks the page itself, or only its own bar moves", () => {
    expect(toUncovered({ ...upright, windowHeight: 508, visibleHeight: 508 })).toBeNull();
    expect(toUncovered({ ...upright, visibleHeight: 760 })).toBeNull();
  });

  it("is none where the person has zoomed in", () => {
    expect(toUncovered({ ...upright, visibleHeight: 422, scale: 2 })).toBeNull();
  });
});
