/** Whether PostgreSQL's text and jsonb can store a text: they take no U+0000, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
