export const PROBE_TABLE = "bench_probe";
/** As many as the first page of a list has. */
export const PROBE_ROWS = 40;
export const PROBE_OWNERS = 20;

/** Rows of the size and the kinds of columns that a ticket has in a list. */
export const PROBE_SCHEMA = `DROP TABLE IF EXISTS ${PROBE_TABLE};
CREATE UNLOGGED TABLE ${PROBE_TABLE} AS SELECT g AS id, g % ${PROBE_OWNERS} AS owner, now() - g * interval '1 minute' AS at,
    now() AS created_at, now() AS updated_at, now() AS last_message_at, g % 3 AS status, g % 10 AS queue_id, g % 7 AS connection_id, g AS contact_id,
    g % 5 AS unread, g % 2 = 0 AS is_group, false AS is_bot, md5(g::text)::uuid AS uuid, 'Maria Aparecida de Oliveira ' || g AS name,
    (5511900000000 + g)::text AS number, repeat('Bom dia, gostaria de saber do meu pedido. ', 3) AS last_message, '#236681' AS color,
    'Fila ' || g % 10 AS queue, 'Pessoa ' || g % 20 AS person, jsonb_build_object('id', g, 'name', 'Etiqueta', 'color', '#236681') AS tag
  FROM generate_series(1, 20000) g;
CREATE INDEX ON ${PROBE_TABLE} (owner, at DESC, id DESC)`;
