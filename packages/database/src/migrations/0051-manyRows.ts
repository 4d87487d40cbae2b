/** How many contacts of the sample prove that there are more than a thousand: some 2,400 contacts have so many there. */
const MANY_OF_SAMPLE = 75;

/** Contacts that contain a needle of two letters before another sign. */
const BEFORE_A_SIGN = String.raw`c.search ~ (needle || '[\x01-\x7f]')`;
/** Contacts that contain a needle of two letters, by indexes: before another sign, at the end, or in a text with letters of other scripts. */
const TWO_LETTERS = `(${BEFORE_A_SIGN} OR c.search LIKE '%' || needle
        OR (octet_length(c.search) <> char_length(c.search) AND c.search || '' LIKE pattern))`;

const sampleOf = (containing: string): string =>
  `SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND ${containing} AND (with_groups OR NOT c.is_group) LIMIT ${MANY_OF_SAMPLE}`;

const sortedHits = (containing: string, limit?: number): string => `WITH hit AS MATERIALIZED (
      SELECT c.id, c.name_key FROM contact c WHERE ${containing} AND (with_groups OR NOT c.is_group)${limit ? ` LIMIT ${limit}` : ""})
    SELECT (SELECT count(*) FROM hit), ARRAY(
      SELECT h.id FROM hit h WHERE h.name_key NOT LIKE beginning AND (h.name_key, h.id) > (after_key, after_id)
      ORDER BY h.name_key, h.id LIMIT most OFFSET skip) INTO n, ids;`;

const placesOf = (name: string, columns: string): readonly string[] => [
  `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
  `CREATE INDEX CONCURRENTLY ${name} ON audit_entry (${columns})`,
];

/**
 * Imports and searches that cost the same among many contacts as among few, and pages of the audit
 * that cost the same after years. Indexes are built beside
 * running processes, so each statement runs alone; what an interrupted build left is removed first.
 */
export const manyRows = {
  name: "0051-manyRows",
  steps: [
    // The settings of its plan are its own: an import begins with tables that are empty or whose statistics are old, and a plan
    // that reads all addresses for each row is then the cheaper one for the planner.
    `CREATE OR REPLACE FUNCTION contact_of_phone(form text, other_form text) RETURNS int LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN coalesce(
    (SELECT a.contact_id FROM contact_address a WHERE a.connection_id = 0 AND a.kind = 'phone' AND a.value IN (form, other_form) LIMIT 1),
    (SELECT c.id FROM contact c WHERE c.number = form));
END $$`,
    // Each search reads the whole list of entries that are not in the index yet; up to 4 MB of it were kept until the next autovacuum.
    `ALTER INDEX contact_search SET (gin_pending_list_limit = 256)`,
    `SELECT gin_clean_pending_list('contact_search')`,
    // Walking through the names reads this index alone. An entry of a B-tree has at most 2,704 bytes, so longer texts have an index of their own.
    `DROP INDEX CONCURRENTLY IF EXISTS contact_walk`,
    `CREATE INDEX CONCURRENTLY contact_walk ON contact (name_key, id) INCLUDE (search, is_group) WHERE octet_length(search) <= 1000`,
    `DROP INDEX CONCURRENTLY IF EXISTS contact_long`,
    `CREATE INDEX CONCURRENTLY contact_long ON contact (id) WHERE octet_length(search) > 1000`,
    // One contact in 32, by a hash, so that nothing about the contacts decides which.
    `DROP INDEX CONCURRENTLY IF EXISTS contact_search_sample`,
    `CREATE INDEX CONCURRENTLY contact_search_sample ON contact USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 64)
WHERE (hashint4(id) & 31) = 0`,
    // Without seqscan and bitmapscan, the walk follows an index in the order of the names. \`|| ''\` keeps a pattern from other indexes.
    `CREATE OR REPLACE FUNCTION contacts_walked(pattern text, beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS int[] LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ARRAY(
    SELECT found.id FROM (
      (SELECT c.id, c.name_key FROM contact c
       WHERE octet_length(c.search) <= 1000 AND (c.name_key, c.id) > (after_key, after_id) AND c.search || '' LIKE pattern
         AND (with_groups OR NOT c.is_group) AND c.name_key NOT LIKE beginning
       ORDER BY c.name_key, c.id LIMIT skip + most)
      UNION ALL
      (SELECT c.id, c.name_key FROM contact c
       WHERE octet_length(c.search) > 1000 AND (c.name_key, c.id) > (after_key, after_id) AND c.search || '' LIKE pattern
         AND (with_groups OR NOT c.is_group) AND c.name_key NOT LIKE beginning)) AS found
    ORDER BY found.name_key, found.id LIMIT most OFFSET skip);
END $$`,
    // A pattern that the sample shows to be common is found by walking, because a page of it comes soon; otherwise the hits are few enough
    // to be sorted. Two letters have no trigram: they are looked for with whatever follows them, and texts with other letters are read.
    // A single letter or a sign has no index: a thousand hits are collected to decide.
    `DROP INDEX CONCURRENTLY IF EXISTS contact_other_letters`,
    `CREATE INDEX CONCURRENTLY contact_other_letters ON contact (id) WHERE octet_length(search) <> char_length(search)`,
    `CREATE OR REPLACE FUNCTION contacts_containing(needle text, beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS TABLE (ids int[], n int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  pattern text := '%' || needle || '%';
  is_common boolean;
BEGIN
  IF char_length(needle) > 2 THEN
    is_common := ${MANY_OF_SAMPLE} = (SELECT count(*) FROM (${sampleOf("c.search LIKE pattern")}) AS hit);
    IF NOT is_common THEN
      ${sortedHits("c.search LIKE pattern")}
    END IF;
  ELSIF needle ~ '^[a-z0-9]{2}$' THEN
    is_common := ${MANY_OF_SAMPLE} = (SELECT count(*) FROM (${sampleOf(BEFORE_A_SIGN)}) AS hit);
    IF NOT is_common THEN
      ${sortedHits(TWO_LETTERS)}
    END IF;
  ELSE
    ${sortedHits("c.search || '' LIKE pattern", 1_001)}
    is_common := n = 1001;
  END IF;
  IF is_common THEN
    n := 1001;
    ids := CASE WHEN most > 0 THEN contacts_walked(pattern, beginning, with_groups, after_key, after_id, skip, most) ELSE '{}' END;
  END IF;
  RETURN NEXT;
END $$`,
    // The audit in the order of its times, for each filter: what a page needs is a range of one of them.
    ...placesOf("audit_entry_place", "at, id"),
    ...placesOf("audit_entry_user_place", "user_id, at, id"),
    ...placesOf("audit_entry_area_place", "split_part(action, '.', 1), at, id"),
    ...placesOf("audit_entry_user_area_place", "user_id, split_part(action, '.', 1), at, id"),
    `DROP INDEX CONCURRENTLY IF EXISTS audit_entry_at`,
    `DROP INDEX CONCURRENTLY IF EXISTS audit_entry_user`,
    `DROP INDEX CONCURRENTLY IF EXISTS audit_entry_area`,
  ],
} as const;
