const UNIT = String.raw`(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\.|[^\\[\](){}|^$*+?])`;
/** A repeated character that begins an expression or a choice of it and must reach the end of the text. */
const SLOW_ENDING = new RegExp(String.raw`(?:^|(?<!\\)[|(])(?:\?:)?${UNIT}[+*]\$`);

/**
 * Reports expressions such as `/ +$/`. Where the repeated characters stand in the middle of a text, each of them is tried as a beginning,
 * so the time grows with the square of their number: a name of 64,000 dots stops a process for seconds.
 */
export const linearEndings = {
  meta: {
    type: "problem",
    messages: {
      slow: "This takes time with the square of a text's length: begin it with a lookbehind, such as `(?<! ) +$`, or trim the text.",
    },
    schema: [],
  },
  create: (context) => ({
    "Literal[regex]"(node) {
      if (SLOW_ENDING.test(node.regex.pattern)) context.report({ node, messageId: "slow" });
    },
  }),
};
