/** The customer's last own words, which the list of the waiting tickets shows instead of greetings and digits of menus (D-340). */
export const customersWords = {
  name: "0108-customersWords",
  sql: `ALTER TABLE ticket ADD COLUMN words_message_id bigint;`,
} as const;
