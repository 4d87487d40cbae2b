/**
 * Numbers of Mexico and Argentina get the form in which they are stored since (D-263), unless another contact has that number: these two
 * are offered as possible duplicates. Their addresses stay, because answers go there.
 */
export const canonicalNumbers = {
  name: "0083-canonicalNumbers",
  sql: `
UPDATE contact c SET number = other.number
FROM (SELECT id, CASE left(number, 2) WHEN '52' THEN '521' ELSE '549' END || right(number, 10) AS number
      FROM contact WHERE NOT is_group AND number ~ '^(52[2-9]|54[1-3])[0-9]{9}$') AS other
WHERE c.id = other.id AND NOT EXISTS (SELECT 1 FROM contact taken WHERE taken.number = other.number);
`,
} as const;
