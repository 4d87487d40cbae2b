import { createElement, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { preloadable } from "./preloadable";

const Name = ({ name }: { readonly name: string }) => name;
const drawn = (Part: ReturnType<typeof preloadable<{ readonly name: string }>>) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: "waits" }, createElement(Part, { name: "Ana" })));

describe("a component that is loaded when it is first shown", () => {
  it("waits for what is not there, and is drawn at once where it was loaded before", async () => {
    const Part = preloadable(async () => Name);
    expect(drawn(Part)).toContain("waits");
    await Part.preload();
    expect(drawn(Part)).toBe("Ana");
  });

  it("tells who loads it ahead that it cannot be loaded, and is asked for again", async () => {
    let tries = 0;
    const Part = preloadable(() => (++tries === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(Name)));
    await expect(Part.preload()).rejects.toThrow("offline");
    await Part.preload();
    expect(drawn(Part)).toBe("Ana");
  });
});
