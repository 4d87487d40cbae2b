/**
 * Finds contacts by a part of their name, number or e-mail. A function, because it decides by the
 * number of hits how to find them, and because the settings of its plans are its own: estimates of
 * such a pattern are wrong too often.
 */
export const contactSearch = {
  name: "0047-contactSearch",
  sql: `
-- The hits are collected up to a limit. Fewer than that are all, and are sorted; otherwise the pattern is
-- common, and walking through the names finds a page soon. The limit balances the two.
-- A pattern without three letters has no trigram, so the table is read instead.
CREATE FUNCTION contacts_containing(needle text, beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS TABLE (ids int[], n int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  hits int[];
  enough int := greatest(1001, sqrt(most * (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'contact'::regclass)))::int;
  pattern text := '%' || needle || '%';
BEGIN
  IF char_length(needle) < 3 THEN
    hits := ARRAY(SELECT c.id FROM contact c WHERE c.search || '' LIKE pattern AND (with_groups OR NOT c.is_group) LIMIT enough);
  ELSE
    hits := ARRAY(SELECT c.id FROM contact c WHERE c.search LIKE pattern AND (with_groups OR NOT c.is_group) LIMIT enough);
  END IF;
  n := cardinality(hits);
  IF most = 0 THEN
    ids := '{}';
  ELSIF n < enough THEN
    ids := ARRAY(
      SELECT c.id FROM contact c WHERE c.id = ANY(hits) AND c.name_key NOT LIKE beginning AND (c.name_key, c.id) > (after_key, after_id)
      ORDER BY c.name_key, c.id LIMIT most OFFSET skip);
  ELSE
    ids := ARRAY(
      SELECT c.id FROM contact c WHERE c.search || '' LIKE pattern AND (with_groups OR NOT c.is_group) AND c.name_key NOT LIKE beginning
        AND (c.name_key, c.id) > (after_key, after_id)
      ORDER BY c.name_key, c.id LIMIT most OFFSET skip);
  END IF;
  RETURN NEXT;
END $$;
`,
} as const;
