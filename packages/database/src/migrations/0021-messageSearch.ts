/**
 * What a person can search for in a message: its text without accents and case. The picture of a place and the photographs
 * of contact cards are left out, because letters of an encoded picture are no words.
 */
export const messageSearch = {
  name: "0021-messageSearch",
  sql: `
ALTER TABLE message ADD COLUMN search text GENERATED ALWAYS AS (
  search_norm(CASE type
    WHEN 'location' THEN split_part(body, '|', 3)
    WHEN 'locationMessage' THEN split_part(body, '|', 3)
    WHEN 'vcard' THEN regexp_replace(body, '^PHOTO[^\\r\\n]*(\\r?\\n [^\\r\\n]*)*', '', 'gn')
    WHEN 'contacts' THEN regexp_replace(body, '^PHOTO[^\\r\\n]*(\\r?\\n [^\\r\\n]*)*', '', 'gn')
    ELSE body
  END)
) STORED NOT NULL;
CREATE INDEX message_search ON message USING gin (search gin_trgm_ops) WHERE NOT is_deleted;
`,
} as const;
