/** Contacts with their addresses, tickets with the keys of their lists, messages, files. */
export const conversations = {
  name: "0002-conversations",
  sql: `
CREATE TABLE file (
  id uuid PRIMARY KEY,
  path text NOT NULL UNIQUE,
  sha256 text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  mime text NOT NULL,
  extension text NOT NULL,
  original_name text NOT NULL,
  inline_allowed boolean NOT NULL DEFAULT false,
  width int,
  height int,
  seconds int,
  owner_kind text NOT NULL CHECK (owner_kind IN ('message', 'contact', 'user', 'incoming')),
  owner_id bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_owner ON file (owner_kind, owner_id);

CREATE TABLE contact (
  id serial PRIMARY KEY,
  name text NOT NULL,
  number text,
  email text NOT NULL DEFAULT '',
  is_group boolean NOT NULL DEFAULT false,
  auto_reply boolean NOT NULL DEFAULT true,
  -- From the network, not typed by a person: replaced when the network sends another one.
  name_from_network boolean NOT NULL DEFAULT false,
  picture_file_id uuid REFERENCES file ON DELETE SET NULL,
  picture_checked_at timestamptz,
  -- Sorted by code in every language of the server, so that the beginning of a name is a range of the index.
  name_key text COLLATE "C" GENERATED ALWAYS AS (search_norm(name)) STORED NOT NULL,
  search text GENERATED ALWAYS AS (search_norm(name) || ' ' || coalesce(number, '') || ' ' || search_norm(email)) STORED NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX contact_number_uq ON contact (number) WHERE number IS NOT NULL;
CREATE INDEX contact_name ON contact (name_key, id);
CREATE INDEX contact_search ON contact USING gin (search gin_trgm_ops);
-- Phones are the same on all connections (connection 0); lid, bsuid and group belong to one connection.
CREATE TABLE contact_address (
  connection_id int NOT NULL DEFAULT 0,
  kind text NOT NULL CHECK (kind IN ('phone', 'lid', 'bsuid', 'group')),
  value text NOT NULL,
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  PRIMARY KEY (connection_id, kind, value),
  CHECK ((kind = 'phone') = (connection_id = 0))
);
CREATE INDEX contact_address_contact ON contact_address (contact_id);
-- What a merge moved: enough to revert it by hand (M-4).
CREATE TABLE contact_merge (
  id serial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  kept_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  gone jsonb NOT NULL,
  addresses jsonb NOT NULL,
  ticket_ids int[] NOT NULL,
  folded jsonb NOT NULL,
  author_message_ids bigint[] NOT NULL
);
CREATE INDEX contact_merge_kept ON contact_merge (kept_id);
CREATE TABLE contact_extra (
  id serial PRIMARY KEY,
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL
);
CREATE INDEX contact_extra_contact ON contact_extra (contact_id);
CREATE TABLE tag (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 50),
  color text NOT NULL CHECK (char_length(color) BETWEEN 3 AND 9),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tag_name_uq ON tag (lower(name));
CREATE TABLE contact_tag (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  tag_id int NOT NULL REFERENCES tag ON DELETE CASCADE,
  PRIMARY KEY (contact_id, tag_id)
);
CREATE INDEX contact_tag_tag ON contact_tag (tag_id);

CREATE TABLE ticket (
  id serial PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'bot', 'open', 'paused', 'closed', 'group', 'nps')),
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  is_group boolean NOT NULL DEFAULT false,
  last_message text NOT NULL DEFAULT '',
  last_message_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  last_activity timestamptz(3) NOT NULL DEFAULT now(),
  last_inbound_id bigint,
  unread int NOT NULL DEFAULT 0 CHECK (unread >= 0),
  read_message_id bigint NOT NULL DEFAULT 0,
  pause_tag text,
  accepted_at timestamptz(3),
  closed_at timestamptz(3),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Keys of the lists: never NULL, so that every range is one walk of an index.
  bucket text GENERATED ALWAYS AS (CASE WHEN status = 'closed' AND is_group THEN 'closedGroup' ELSE status END) STORED NOT NULL,
  queue_key int GENERATED ALWAYS AS (coalesce(queue_id, 0)) STORED NOT NULL,
  user_key int GENERATED ALWAYS AS (coalesce(user_id, 0)) STORED NOT NULL
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX ticket_one_live ON ticket (contact_id, connection_id) WHERE status <> 'closed';
CREATE INDEX ticket_by_user ON ticket (bucket, queue_key, user_key, last_activity DESC, id DESC);
-- With the user, so that a range of many users is one index-only scan of the queue.
CREATE INDEX ticket_by_queue ON ticket (bucket, queue_key, last_activity DESC, id DESC) INCLUDE (user_key);
CREATE INDEX ticket_by_bucket ON ticket (bucket, last_activity DESC, id DESC);
CREATE INDEX ticket_contact ON ticket (contact_id, connection_id, id DESC);
CREATE INDEX ticket_created ON ticket (created_at);
CREATE INDEX ticket_live_connection ON ticket (connection_id, id) WHERE status <> 'closed';
CREATE INDEX ticket_unread ON ticket (bucket, last_activity DESC, id DESC) WHERE unread > 0;

-- Counts per cell, stored as deltas so that no two writers update the same row.
CREATE TABLE ticket_cell (
  bucket text NOT NULL,
  queue_key int NOT NULL,
  user_key int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (bucket, queue_key, user_key)
);
-- The same by queue alone: for people who see everything, the sum would have thousands of cells.
CREATE TABLE ticket_queue_cell (
  bucket text NOT NULL,
  queue_key int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (bucket, queue_key)
);
CREATE TABLE ticket_cell_delta (
  bucket text NOT NULL,
  queue_key int NOT NULL,
  user_key int NOT NULL,
  n int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE FUNCTION count_ticket_cells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO ticket_cell_delta VALUES (OLD.bucket, OLD.queue_key, OLD.user_key, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO ticket_cell_delta VALUES (NEW.bucket, NEW.queue_key, NEW.user_key, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_cells_insert AFTER INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION count_ticket_cells();
CREATE TRIGGER ticket_cells_delete AFTER DELETE ON ticket FOR EACH ROW EXECUTE FUNCTION count_ticket_cells();
CREATE TRIGGER ticket_cells_update AFTER UPDATE ON ticket FOR EACH ROW
  WHEN ((OLD.bucket, OLD.queue_key, OLD.user_key) IS DISTINCT FROM (NEW.bucket, NEW.queue_key, NEW.user_key))
  EXECUTE FUNCTION count_ticket_cells();

CREATE TABLE message (
  id bigserial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  -- The conversation and the author as the provider names them: with the id they identify a message (M-1).
  chat text NOT NULL,
  author text NOT NULL,
  from_me boolean NOT NULL,
  external_id text,
  contact_id int REFERENCES contact ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  type text NOT NULL,
  body text NOT NULL DEFAULT '',
  ack smallint NOT NULL DEFAULT 0 CHECK (ack BETWEEN -1 AND 4),
  quoted_id bigint REFERENCES message ON DELETE SET NULL,
  is_forwarded boolean NOT NULL DEFAULT false,
  is_edited boolean NOT NULL DEFAULT false,
  previous_body text,
  is_deleted boolean NOT NULL DEFAULT false,
  error jsonb,
  details jsonb,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  media_state text CHECK (media_state IN ('pending', 'ready', 'failed')),
  media jsonb,
  download_attempts smallint NOT NULL DEFAULT 0,
  inbound_event_id bigint,
  sent_at timestamptz(3) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX message_uq ON message (connection_id, chat, author, from_me, external_id);
CREATE INDEX message_page ON message (ticket_id, sent_at DESC, id DESC);
CREATE INDEX message_external ON message (connection_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX message_quoted ON message (quoted_id) WHERE quoted_id IS NOT NULL;
`,
} as const;
