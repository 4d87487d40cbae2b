/**
 * Lengths in characters, and counts: the lengths are Meta's, the counts are the product's and lower
 * (TMPL-009…TMPL-015).
 */
export const TEMPLATE_LIMITS = {
  name: 512,
  header: 60,
  body: 1_024,
  footer: 60,
  buttonText: 25,
  buttonUrl: 2_000,
  buttonPhone: 20,
  buttons: 3,
  urlButtons: 1,
  phoneButtons: 1,
  variables: 9,
  /** One value of a sent template. */
  value: 1_024,
  /** The code that a button copies. */
  code: 15,
} as const;
