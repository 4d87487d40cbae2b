/** How many contacts each tag has: counting them for every list read all tags of all contacts. */
export const tagCounts = {
  name: "0106-tagCounts",
  sql: `
-- A row is how many contacts a tag has. That of a deleted tag stays, with none.
CREATE TABLE tag_count (
  tag_id int PRIMARY KEY,
  n int NOT NULL
);

-- A row is a change of a count that is not added up yet, so that no two writers update the same row.
CREATE TABLE tag_count_delta (
  tag_id int NOT NULL,
  n int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE FUNCTION count_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_count_delta SELECT tag_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed GROUP BY tag_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tag_count_insert AFTER INSERT ON contact_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tags();
CREATE TRIGGER tag_count_delete AFTER DELETE ON contact_tag REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tags();
INSERT INTO tag_count SELECT tag_id, count(*) FROM contact_tag GROUP BY tag_id;
`,
} as const;
