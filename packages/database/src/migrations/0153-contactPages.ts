/**
 * A page of the contacts that a search finds, without their number, so that a name of one in sixty is found by walking through the names,
 * too: collecting 1,600 hits to show 20 took most of the search. The walk has a budget, because hits may all be at the end of the alphabet.
 */
export const contactPages = {
  name: "0153-contactPages",
  sql: `
CREATE FUNCTION contacts_page(start text, needle text, with_groups boolean, skip int, most int)
RETURNS int[] LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = on SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  pattern text := '%' || needle || '%';
  beginning text := needle || '%';
  page int[];
  heads int;
  wanted int;
  sampled int;
  contacts float;
BEGIN
  -- Those whose name begins with it. No name has the last of all letters.
  page := ARRAY(SELECT c.id FROM contact c WHERE c.name_key >= start AND c.name_key < start || chr(1114111) AND (with_groups OR NOT c.is_group)
    ORDER BY c.name_key, c.id LIMIT most OFFSET skip);
  wanted := most - cardinality(page);
  IF wanted = 0 THEN
    RETURN page;
  END IF;
  heads := CASE WHEN skip = 0 OR wanted < most THEN skip + cardinality(page) ELSE
    (SELECT count(*) FROM contact c WHERE c.name_key >= start AND c.name_key < start || chr(1114111) AND (with_groups OR NOT c.is_group)) END;
  skip := greatest(0, skip - heads);
  IF char_length(needle) > 2 THEN
    sampled := (SELECT count(*) FROM (SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND c.search LIKE pattern
      AND (with_groups OR NOT c.is_group) LIMIT 75) AS hit);
    IF sampled = 75 THEN
      RETURN page || contacts_walked(pattern, beginning, with_groups, '', 0, skip, wanted);
    END IF;
    contacts := (SELECT reltuples FROM pg_class WHERE oid = 'contact'::regclass);
    -- Where the walk to the page's end costs less than the hits, a third of whose cost a step has.
    IF sampled >= 20 AND sampled * sampled * 3000.0 > contacts * (skip + wanted)
      AND NOT EXISTS (SELECT FROM contact c WHERE octet_length(c.search) > 1000) THEN
      DECLARE
        walked int[] := ARRAY(SELECT w.id FROM (
            SELECT c.id, c.name_key, c.search, c.is_group FROM contact c WHERE octet_length(c.search) <= 1000
            ORDER BY c.name_key, c.id LIMIT (contacts * (skip + wanted) / (8 * sampled))::bigint) AS w
          WHERE w.search LIKE pattern AND (with_groups OR NOT w.is_group) AND w.name_key NOT LIKE beginning LIMIT wanted OFFSET skip);
      BEGIN
        IF cardinality(walked) = wanted THEN
          RETURN page || walked;
        END IF;
      END;
    END IF;
  END IF;
  RETURN page || (SELECT ids FROM contacts_containing(needle, beginning, with_groups, '', 0, skip, wanted));
END $$`,
} as const;
