import { NO_TEXTS, shownText, switched, withoutShown, withTyped } from "./texts";

const typed = (...steps: readonly string[]) => steps.reduce(withTyped, NO_TEXTS);

describe("the reply and the comment of a ticket", () => {
  it("becomes a comment with its prefix and a reply again without it [CONV-009]", () => {
    const comment = typed("Olá", "--Olá");
    expect(comment).toEqual({ reply: "", comment: "--Olá", commenting: true });
    expect(withTyped(comment, "-Olá")).toEqual({ reply: "-Olá", comment: "", commenting: false });
  });

  it("keeps each text while the other one is in the box", () => {
    const commenting = withTyped(switched(typed("Olá, João")), "-- cliente difícil");
    expect(shownText(commenting)).toBe("-- cliente difícil");
    expect(shownText(switched(commenting))).toBe("Olá, João");
    expect(shownText(switched(switched(commenting)))).toBe("-- cliente difícil");
  });

  it("shows the waiting reply when the prefix of a comment is removed, and never mixes them", () => {
    const commenting = withTyped(switched(typed("Olá, João")), "-- cliente difícil");
    const back = withTyped(commenting, "- cliente difícil");
    expect(back).toEqual({ reply: "Olá, João", comment: "-- cliente difícil", commenting: false });
  });

  it("adds to a waiting comment what is typed as another one", () => {
    const waiting = switched(withTyped(switched(NO_TEXTS), "-- ligar amanhã"));
    expect(shownText(withTyped(waiting, "--às nove"))).toBe("-- ligar amanhã\nàs nove");
  });

  it("forgets an empty comment, and after sending only what was sent", () => {
    expect(switched(switched(typed("Olá")))).toEqual({ reply: "Olá", comment: "", commenting: false });
    const both = withTyped(switched(typed("Olá")), "-- nota");
    expect(withoutShown(both)).toEqual({ reply: "Olá", comment: "", commenting: false });
    expect(withoutShown(switched(both))).toEqual({ reply: "", comment: "-- nota", commenting: false });
  });
});
