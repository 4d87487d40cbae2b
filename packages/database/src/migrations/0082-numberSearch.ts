/** How many contacts of the sample prove that there are more than a thousand: some 2,400 contacts have so many there. */
const MANY_OF_SAMPLE = 75;

/**
 * Finds contacts by one of several patterns: a number as it was typed, and the forms in which it may be stored. Patterns have three
 * letters or more; otherwise as `contacts_containing` and `contacts_walked` of 0051-manyRows.
 */
export const numberSearch = {
  name: "0082-numberSearch",
  sql: `
CREATE FUNCTION contacts_walked(patterns text[], beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS int[] LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ARRAY(
    SELECT found.id FROM (
      (SELECT c.id, c.name_key FROM contact c
       WHERE octet_length(c.search) <= 1000 AND (c.name_key, c.id) > (after_key, after_id) AND c.search || '' LIKE ANY (patterns)
         AND (with_groups OR NOT c.is_group) AND c.name_key NOT LIKE beginning
       ORDER BY c.name_key, c.id LIMIT skip + most)
      UNION ALL
      (SELECT c.id, c.name_key FROM contact c
       WHERE octet_length(c.search) > 1000 AND (c.name_key, c.id) > (after_key, after_id) AND c.search || '' LIKE ANY (patterns)
         AND (with_groups OR NOT c.is_group) AND c.name_key NOT LIKE beginning)) AS found
    ORDER BY found.name_key, found.id LIMIT most OFFSET skip);
END $$;
CREATE FUNCTION contacts_matching(patterns text[], beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS TABLE (ids int[], n int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF ${MANY_OF_SAMPLE} = (SELECT count(*) FROM (SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND c.search LIKE ANY (patterns)
      AND (with_groups OR NOT c.is_group) LIMIT ${MANY_OF_SAMPLE}) AS hit) THEN
    n := 1001;
    ids := CASE WHEN most > 0 THEN contacts_walked(patterns, beginning, with_groups, after_key, after_id, skip, most) ELSE '{}' END;
  ELSE
    WITH hit AS MATERIALIZED (
      SELECT c.id, c.name_key FROM contact c WHERE c.search LIKE ANY (patterns) AND (with_groups OR NOT c.is_group))
    SELECT (SELECT count(*) FROM hit), ARRAY(
      SELECT h.id FROM hit h WHERE h.name_key NOT LIKE beginning AND (h.name_key, h.id) > (after_key, after_id)
      ORDER BY h.name_key, h.id LIMIT most OFFSET skip) INTO n, ids;
  END IF;
  RETURN NEXT;
END $$;
`,
} as const;
