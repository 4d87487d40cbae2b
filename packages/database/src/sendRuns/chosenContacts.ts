/**
 * SQL for the chosen contacts of a column, in their order: a contact that was merged into another one since is the one that stays, so
 * that who changes the choice does not lose it.
 */
export const chosenContacts = (column: string): string =>
  `ARRAY(SELECT coalesce(m.kept_id, chosen.id) FROM unnest(${column}) WITH ORDINALITY AS chosen (id, place)
    LEFT JOIN contact_merge m ON m.undone_at IS NULL AND (m.gone->>'id')::int = chosen.id GROUP BY 1 ORDER BY min(chosen.place))`;
