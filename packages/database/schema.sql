-- The present schema of Balcão, in reading order. It is the first migration of an empty database; what came later is in
-- src/migrations, one file each. A released line of this file never changes: change the schema by a new migration.
--
--   1 Text search           8 Tickets                   15 Gateway questions, chores  22 Dashboard, reports, jobs
--   2 Queues and numbers    9 Targets                   16 Live events                23 Settings and notes
--   3 People               10 Messages                  17 Saved views                24 Processes and problems
--   4 Signing in           11 Received events           18 Quick answers, questions   25 Audit
--   5 Sessions of numbers  12 Sending                   19 Chats of colleagues        26 Erasure, deletion by age
--   6 Files                13 Mass sends and schedules  20 Web push                   27 Moving in
--   7 Contacts             14 Notices                   21 Outgoing webhooks          28 Backups
--
-- Names: a table is what one row is; `_id` names the row of another table, with a reference unless a comment says why not; `_at` is an
-- instant; `_uq` is a unique index; `_sealed` is encrypted with the installation's key. Texts of people are never NULL where '' says it.

-- ======================================================================================================================
-- 1 Text search
-- ======================================================================================================================

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- A text as it is searched: without accents and case. Qualified, because indexes are built with an empty search_path.
CREATE FUNCTION search_norm(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

-- ======================================================================================================================
-- 2 Queues and numbers
-- ======================================================================================================================

-- A row is a queue: a department whose people share tickets.
CREATE TABLE queue (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 250),
  color text NOT NULL CHECK (char_length(color) BETWEEN 3 AND 9),
  custom_order int NOT NULL DEFAULT 999,
  greeting_message text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The text of `OwnHours`; '' for the company's hours. While it is closed, who writes goes to the other queue, where that one is open, and
  -- otherwise gets the message.
  opening_hours text NOT NULL DEFAULT '',
  out_of_hours_message text NOT NULL DEFAULT '',
  out_of_hours_queue_id int REFERENCES queue ON DELETE SET NULL,
  -- What it promises (D-510), in minutes of its working time; NULL for none. The warning is a share of them in percent.
  first_answer_target int CHECK (first_answer_target > 0),
  next_answer_target int CHECK (next_answer_target > 0),
  resolution_target int CHECK (resolution_target > 0),
  target_warning int NOT NULL DEFAULT 80 CHECK (target_warning BETWEEN 1 AND 99),
  -- Like `open_limit` of people: how many of this queue, for each of its people (D-540).
  open_limit int CHECK (open_limit > 0)
);
CREATE UNIQUE INDEX queue_name_uq ON queue (lower(name));
-- The default colour may repeat.
CREATE UNIQUE INDEX queue_color_uq ON queue (lower(color)) WHERE lower(color) <> '#7a7a7a';

-- A row is a connection: one WhatsApp number, with its connector and the texts that it sends by itself.
CREATE TABLE connection (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 255),
  api text NOT NULL CHECK (api IN ('baileys', 'wwebjs', 'meow', 'cloud_api')),
  is_default boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'OPENING' CHECK (status IN ('qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'LOGGEDOUT', 'CONNECTED')),
  status_reason text,
  -- Whether a person wants it connected.
  wanted boolean NOT NULL DEFAULT true,
  qrcode text,
  retries int NOT NULL DEFAULT 0,
  battery int,
  number text,
  -- What its connector needs to reach the account, such as Meta's tokens.
  account_sealed text,
  webhook_key_sealed text,
  greeting_message text NOT NULL DEFAULT '',
  greeting_bot_message text NOT NULL DEFAULT '',
  greeting_redirect_message text NOT NULL DEFAULT '',
  farewell_message text NOT NULL DEFAULT '',
  out_of_hours_message text NOT NULL DEFAULT '',
  transfer_message text NOT NULL DEFAULT '',
  meta_integration boolean NOT NULL DEFAULT false,
  -- Meta's tokens are in the sealed account; the row only says that there is one.
  meta_token_set boolean NOT NULL DEFAULT false,
  phone_number_id text NOT NULL DEFAULT '',
  waba_id text NOT NULL DEFAULT '',
  -- Events from Meta that were dropped while the integration was off.
  meta_dropped int NOT NULL DEFAULT 0,
  meta_dropped_since timestamptz,
  typebot_public_id text NOT NULL DEFAULT '',
  typebot_dns text NOT NULL DEFAULT '',
  nps boolean NOT NULL DEFAULT false,
  nps_message text NOT NULL DEFAULT '',
  nps_thanks_message text NOT NULL DEFAULT '',
  send_list boolean NOT NULL DEFAULT false,
  history_by_queue boolean NOT NULL DEFAULT false,
  history_by_user boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Until when it rests instead of connecting again.
  reason_until timestamptz,
  CHECK (NOT (history_by_queue AND history_by_user))
);
CREATE UNIQUE INDEX connection_name_uq ON connection (lower(name));
CREATE UNIQUE INDEX connection_default_uq ON connection (is_default) WHERE is_default;
CREATE UNIQUE INDEX connection_phone_number_uq ON connection (phone_number_id) WHERE phone_number_id <> '';

-- A row is a queue that a connection offers.
CREATE TABLE connection_queue (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
);

-- ======================================================================================================================
-- 3 People
-- ======================================================================================================================

-- A row is a person who signs in. A deleted one keeps the row, so that references stay valid.
CREATE TABLE user_account (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 50),
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  -- Until when a temporary password signs in (D-274).
  temporary_until timestamptz,
  profile text NOT NULL DEFAULT 'user' CHECK (profile IN ('user', 'gerente', 'admin')),
  active boolean NOT NULL DEFAULT true,
  -- Rises with each change of the person's rights.
  rights_version int NOT NULL DEFAULT 0,
  weekdays boolean NOT NULL DEFAULT true,
  saturday boolean NOT NULL DEFAULT false,
  sunday boolean NOT NULL DEFAULT false,
  holidays boolean NOT NULL DEFAULT false,
  start_time text NOT NULL DEFAULT '08:00',
  end_time text NOT NULL DEFAULT '18:00',
  add_contact boolean NOT NULL DEFAULT false,
  edit_contact boolean NOT NULL DEFAULT false,
  del_contact boolean NOT NULL DEFAULT false,
  default_connection_id int REFERENCES connection ON DELETE SET NULL,
  -- A row of `file`, which comes later; without a reference.
  picture_file_id uuid,
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online', 'away', 'offline')),
  last_seen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Rights to send to many and to maintain what all share (D-269).
  send_to_many boolean NOT NULL DEFAULT false,
  maintain boolean NOT NULL DEFAULT false,
  -- Open and assigned pending tickets that distribution gives to the person at most (D-540); NULL for any number.
  open_limit int CHECK (open_limit > 0),
  -- Whether distribution gives to the person; not to who is set away (D-542).
  takes_shares boolean NOT NULL DEFAULT true,
  -- The super administrator stays what it is (D-121).
  CHECK (id <> 1 OR (profile = 'admin' AND active AND deleted_at IS NULL))
);
CREATE UNIQUE INDEX user_email_uq ON user_account (email) WHERE deleted_at IS NULL;
CREATE FUNCTION keep_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.id = 1 THEN RAISE EXCEPTION 'user 1 cannot be deleted'; END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER user_account_keep_super BEFORE DELETE ON user_account FOR EACH ROW EXECUTE FUNCTION keep_super_admin();

-- A row is a queue that a person works in.
CREATE TABLE user_queue (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
);

-- A row says who stands in for a person in a queue.
CREATE TABLE user_substitution (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  substitute_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
);
CREATE INDEX user_substitution_queue ON user_substitution (queue_id);
CREATE INDEX user_substitution_substitute ON user_substitution (substitute_id);

-- A row is a person who receives a queue's tickets in turn; `place` is the order in which they were chosen (D-157).
CREATE TABLE queue_attendant (
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  place int NOT NULL,
  PRIMARY KEY (queue_id, user_id)
);
CREATE INDEX queue_attendant_user ON queue_attendant (user_id);

-- A row is a person who is not there, while the company takes back what such people have not answered (D-541).
CREATE TABLE user_absence (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  since timestamptz(3) NOT NULL
);

-- ======================================================================================================================
-- 4 Signing in
-- ======================================================================================================================

-- A row is a browser that signed in, with the hashes of the refresh token that it has and of the one before.
CREATE TABLE auth_session (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  refresh_hash bytea NOT NULL,
  previous_hash bytea,
  counter int NOT NULL DEFAULT 0,
  successor_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz NOT NULL DEFAULT now(),
  idle_until timestamptz NOT NULL,
  absolute_until timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text,
  ip text,
  user_agent text,
  -- Whether it began at the company's provider, and whether the provider has asked for more than a password.
  by_provider boolean NOT NULL DEFAULT false,
  provider_mfa boolean NOT NULL DEFAULT false,
  -- When its person has shown to the provider who they are (D-681). NULL: by the password, or at a time that the provider does not tell.
  proven_at timestamptz(3)
);
CREATE UNIQUE INDEX auth_session_refresh_uq ON auth_session (refresh_hash);
CREATE UNIQUE INDEX auth_session_previous_uq ON auth_session (previous_hash) WHERE previous_hash IS NOT NULL;
CREATE INDEX auth_session_user ON auth_session (user_id) WHERE revoked_at IS NULL;
-- Ended sessions are deleted by their age.
CREATE INDEX auth_session_end ON auth_session (absolute_until);

-- A row says when a signed-in browser was last connected and last sent its heartbeat (D-095).
CREATE TABLE session_presence (
  session_id uuid PRIMARY KEY REFERENCES auth_session ON DELETE CASCADE,
  seen_at timestamptz(3) NOT NULL,
  heartbeat_at timestamptz(3)
) WITH (fillfactor = 50);

-- A row is a failed sign-in in one of its three buckets: the pair, the address and the account [S-06].
CREATE TABLE login_failure (
  bucket text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_failure_bucket ON login_failure (bucket, at);

-- A row is an account that asks for a code besides the password (D-520), or is about to. Both secrets are sealed; `secret` is NULL until a
-- code has confirmed `pending`. A code is used once: `last_step` is the time step of the last one. Of recovery codes only hashes are stored.
CREATE TABLE second_factor (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  secret text,
  pending text,
  since timestamptz(3),
  last_step bigint NOT NULL DEFAULT 0,
  recovery_hashes bytea[] NOT NULL DEFAULT '{}'
);

-- A row is a passkey (D-663). It belongs to a second factor and goes with it, whoever takes that away. Where `secret` of the second factor
-- is NULL and `since` is not, passkeys and recovery codes are all there is. `counter` never goes back; it stays 0 for keys that count nothing.
CREATE TABLE passkey (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX passkey_user ON passkey (user_id);

-- A row is the newest link of an account by which its person chooses a password, sent by mail (D-580); of its token only the hash is stored.
CREATE TABLE password_link (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  made_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL
);

-- A row is whom a provider of OpenID Connect means by a subject (D-660). An account has one subject of each provider at most: an e-mail that
-- somebody else got there opens nothing.
CREATE TABLE provider_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- A row is a sign-in under way that has been used: each counts once, in whatever process.
CREATE TABLE used_sign_in (
  id uuid PRIMARY KEY,
  ends_at timestamptz(3) NOT NULL
);

-- A row is a token of a program (D-570): its owner, or for one of the installation the administrator who made it. Only a hash of its secret
-- is stored. `areas` has the level of each open area. Rows stay when they are revoked, so that the audit can name them.
CREATE TABLE api_token (
  id uuid PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  installation boolean NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  areas jsonb NOT NULL,
  reach text NOT NULL CHECK (reach IN ('all', 'queues', 'own')),
  queue_ids int[] NOT NULL,
  addresses text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  used_at timestamptz(3),
  used_from text,
  revoked_at timestamptz(3),
  -- Whether the external panel got it, for a quarter of an hour (D-630): these are not listed, and are deleted after a while.
  panel boolean NOT NULL DEFAULT false
);
CREATE INDEX api_token_user ON api_token (user_id) WHERE revoked_at IS NULL;

-- ======================================================================================================================
-- 5 Sessions of numbers: which process holds one, its keys, and the times when it was away
-- ======================================================================================================================

-- A row is the lease of a connection: the one process that may speak to its gateway until `expires_at`. Each new holder raises `epoch`.
CREATE TABLE session_lease (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  owner uuid,
  epoch bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  -- When the holder last renewed.
  kept_at timestamptz,
  -- Since when there was no holder before the present one; NULL once the gateway answered again.
  unkept_since timestamptz
);

-- A row is a process that holds sessions now, so that each can compute its share; `program` is the name of its database connection.
CREATE TABLE session_worker (
  owner uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  program text,
  here_since timestamptz NOT NULL DEFAULT now()
);

-- A row is a key of a connector that holds a phone's session itself: a private key, a ratchet, or a copy of a sent message.
CREATE TABLE session_key (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  type text NOT NULL,
  key_id text NOT NULL,
  sealed text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, type, key_id)
) WITH (fillfactor = 80);
CREATE INDEX session_key_sent ON session_key (written_at) WHERE type = 'sent';

-- A row is what a connection's keys were when they were deleted, still sealed, for administrators to restore within 30 days; `keys` is a list
-- of [type, key_id, sealed] without the copies of sent messages.
CREATE TABLE session_key_copy (
  id serial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  reason text NOT NULL,
  -- The id of the secret that the keys are sealed with.
  seal text NOT NULL,
  keys jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_key_copy_connection ON session_key_copy (connection_id, made_at);
CREATE INDEX session_key_copy_made ON session_key_copy (made_at);

-- A row says why a number is down, as its gateway reported; it is deleted when the number is connected again.
CREATE TABLE session_hint (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  reason text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  -- Until when the reason holds.
  until timestamptz
);

-- A row is what a network says of an account or a number, until it takes it back.
CREATE TABLE account_notice (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  subject text NOT NULL,
  -- Which of several of the subject; '' where there is one.
  object text NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- NULL: until the network takes it back.
  until timestamptz,
  PRIMARY KEY (connection_id, subject, object)
);

-- A row says when the last event of a connection was stored. A periodic task keeps it, so that the intake writes no common row.
CREATE TABLE connection_activity (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  last_event_id bigint NOT NULL,
  last_event_at timestamptz(3) NOT NULL
);

-- A row is a time in which a number was not connected, and what was recovered of it [P-10].
CREATE TABLE connection_gap (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  from_at timestamptz NOT NULL,
  -- NULL while the number is not connected.
  until_at timestamptz,
  reason text,
  -- The newest message when the gap ended: recovered messages come after it.
  after_message_id bigint,
  recovered int NOT NULL DEFAULT 0,
  -- The times of the recovered messages.
  recovered_from timestamptz,
  recovered_until timestamptz,
  -- Until it was marked as resolved, administrators see it.
  resolved_at timestamptz,
  resolved_by int REFERENCES user_account ON DELETE SET NULL,
  CHECK (until_at IS NULL OR until_at >= from_at)
);
CREATE UNIQUE INDEX connection_gap_open_uq ON connection_gap (connection_id) WHERE until_at IS NULL;
CREATE INDEX connection_gap_page ON connection_gap (connection_id, id DESC);
CREATE INDEX connection_gap_unresolved ON connection_gap (connection_id, until_at DESC) WHERE resolved_at IS NULL AND until_at IS NOT NULL;

-- A row is a conversation whose history was requested after a gap.
CREATE TABLE connection_gap_question (
  gap_id bigint NOT NULL REFERENCES connection_gap ON DELETE CASCADE,
  -- The peerKey of the conversation.
  chat text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gap_id, chat)
);

-- A row counts what a provider sent and this version does not read, by the provider's name for it [D-276].
CREATE TABLE unknown_event (
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  name text NOT NULL,
  seen bigint NOT NULL,
  -- The day (UTC) that `today` counts.
  day date NOT NULL,
  today int NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, name)
);

-- ======================================================================================================================
-- 6 Files
-- ======================================================================================================================

-- A row is a stored file. Its content never changes; `owner_kind` and `owner_id` say by whose rights it is read.
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
  -- How many colours each dot of a picture has.
  channels smallint,
  seconds int,
  -- 'incoming' belongs to nobody yet; 'template' to who uploaded it, until a message or a send has it.
  owner_kind text NOT NULL
    CHECK (owner_kind IN ('message', 'contact', 'user', 'quickAnswer', 'chatMessage', 'report', 'company', 'schedule', 'template', 'incoming')),
  owner_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Refused for its danger, and kept for administrators.
  quarantined boolean NOT NULL DEFAULT false,
  -- The codec of a film in an mp4 as browsers are asked about it (RFC 6381); NULL where every one plays it, or nobody has looked.
  codec text,
  -- How many bits each colour of a picture has, and whether a webp moves; NULL for other files, or where nobody has looked.
  depth smallint,
  moves boolean
);
CREATE INDEX file_owner ON file (owner_kind, owner_id);

-- ======================================================================================================================
-- 7 Contacts
-- ======================================================================================================================

-- A row is a customer or a group of WhatsApp.
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
  -- When the contact was last told that the company is closed.
  out_of_hours_at timestamptz(3),
  -- Sorted by code in every language of the server, so that the beginning of a name is a range of the index.
  name_key text COLLATE "C" GENERATED ALWAYS AS (search_norm(name)) STORED NOT NULL,
  search text GENERATED ALWAYS AS (search_norm(name) || ' ' || coalesce(number, '') || ' ' || search_norm(email)) STORED NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Who made the contact: the network with a message or from the phone, a person, or an import; NULL where nobody noted it.
  origin text CHECK (origin IN ('network', 'person', 'import')),
  -- Whether the contact has, or once had, different addresses of a kind on one connection.
  several_addresses boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX contact_number_uq ON contact (number) WHERE number IS NOT NULL;
CREATE INDEX contact_name ON contact (name_key, id);
CREATE INDEX contact_email ON contact (email, id) WHERE email <> '';
CREATE INDEX contact_unnumbered ON contact (name_key, id) WHERE number IS NULL AND NOT is_group;
-- Each search reads the whole list of entries that are not in the index yet; by default up to 4 MB of it stay until the next autovacuum.
CREATE INDEX contact_search ON contact USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- One contact in 32, by a hash, so that nothing about the contacts decides which.
CREATE INDEX contact_search_sample ON contact USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 64)
  WHERE (hashint4(id) & 31) = 0;
-- Walking through the names reads this index alone. An entry of a B-tree has at most 2,704 bytes, so longer texts have an index of their own.
CREATE INDEX contact_walk ON contact (name_key, id) INCLUDE (search, is_group) WHERE octet_length(search) <= 1000;
CREATE INDEX contact_long ON contact (id) WHERE octet_length(search) > 1000;
-- Texts with letters of other scripts, which the search for two letters reads.
CREATE INDEX contact_other_letters ON contact (id) WHERE octet_length(search) <> char_length(search);

-- A row is an address of a contact at a provider. Phones are the same on all connections (connection 0, so without a reference); lid,
-- bsuid and group belong to one connection.
CREATE TABLE contact_address (
  connection_id int NOT NULL DEFAULT 0,
  kind text NOT NULL CHECK (kind IN ('phone', 'lid', 'bsuid', 'group')),
  value text NOT NULL,
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  -- Of several, an answer goes to the one that was seen last, where nothing better is known.
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the network has the number: asked without an answer yet, has it, has it not, gave no answer; NULL where nobody has asked.
  network_check text CHECK (network_check IN ('asked', 'found', 'missing', 'unanswered')),
  checked_at timestamptz(3),
  PRIMARY KEY (connection_id, kind, value),
  CHECK ((kind = 'phone') = (connection_id = 0))
);
CREATE INDEX contact_address_contact ON contact_address (contact_id);
-- The short form of Brazilian mobiles, which may hide a contact of the same phone.
CREATE INDEX contact_address_short ON contact_address (value, contact_id)
  WHERE kind = 'phone' AND length(value) = 12 AND value ~ '^55[1-9][1-9][6-9]';
-- Notes contacts that answers could reach at several addresses: lists look addresses up for these alone (docs/adr/0055-what-a-list-does-not-ask.md).
-- Both forms of a Brazilian mobile count as one phone. The lock lets the second of two who add an address to a contact see what the first
-- has added. The contact alone finds its addresses (OFFSET 0): in a table that was never analysed, as in an import, all phones would be read.
CREATE FUNCTION note_several_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact WHERE id = NEW.contact_id AND NOT several_addresses FOR NO KEY UPDATE;
  IF FOUND AND EXISTS (SELECT FROM (SELECT kind, value, connection_id FROM contact_address WHERE contact_id = NEW.contact_id OFFSET 0) a
    WHERE a.connection_id = NEW.connection_id AND a.kind = NEW.kind
    AND CASE WHEN a.kind = 'phone' AND a.value ~ '^55[1-9][1-9][6-9]\d{7}$' THEN overlay(a.value placing '9' from 5 for 0) ELSE a.value END <> CASE WHEN NEW.kind = 'phone' AND NEW.value ~ '^55[1-9][1-9][6-9]\d{7}$' THEN overlay(NEW.value placing '9' from 5 for 0) ELSE NEW.value END) THEN
    UPDATE contact SET several_addresses = true WHERE id = NEW.contact_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_address_several_insert AFTER INSERT ON contact_address FOR EACH ROW EXECUTE FUNCTION note_several_addresses();
CREATE TRIGGER contact_address_several_update AFTER UPDATE ON contact_address FOR EACH ROW
  WHEN (OLD.contact_id <> NEW.contact_id) EXECUTE FUNCTION note_several_addresses();

-- A row is a further fact about a contact, with a name that people chose.
CREATE TABLE contact_extra (
  id serial PRIMARY KEY,
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL
);
CREATE INDEX contact_extra_contact ON contact_extra (contact_id);

-- A row is a tag that contacts can have.
CREATE TABLE tag (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 50),
  color text NOT NULL CHECK (char_length(color) BETWEEN 3 AND 9),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Who made it.
  user_id int REFERENCES user_account ON DELETE SET NULL
);
CREATE UNIQUE INDEX tag_name_uq ON tag (lower(name));

-- A row is a tag of a contact.
CREATE TABLE contact_tag (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  tag_id int NOT NULL REFERENCES tag ON DELETE CASCADE,
  PRIMARY KEY (contact_id, tag_id)
);
CREATE INDEX contact_tag_tag ON contact_tag (tag_id);

-- A row is how many contacts a tag has: counting them for a list reads all tags of all contacts. That of a deleted tag stays, with none.
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

-- Redirects of a contact (D-132). A row is one of the queues, in the order of `place`, of which the first usable one is taken.
CREATE TABLE contact_redirect_queue (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  place smallint NOT NULL,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  PRIMARY KEY (contact_id, queue_id)
);

-- A row is one of the people, as above.
CREATE TABLE contact_redirect_user (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  place smallint NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (contact_id, user_id)
);

-- A row is the person who gets the contact's tickets of a queue.
CREATE TABLE contact_redirect (
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  PRIMARY KEY (contact_id, queue_id)
);

-- A row is a contact who wants no more mass sends: by a word that the contact wrote, or because a person said so.
CREATE TABLE contact_opt_out (
  contact_id int PRIMARY KEY REFERENCES contact ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (reason IN ('word', 'person')),
  -- What the contact wrote.
  word text NOT NULL DEFAULT ''
);

-- A row is a merge of two contacts: what it moved and changed, so that a person can undo it (M-4).
CREATE TABLE contact_merge (
  id serial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  kept_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  gone jsonb NOT NULL,
  addresses jsonb NOT NULL,
  ticket_ids int[] NOT NULL,
  folded jsonb NOT NULL,
  author_message_ids bigint[] NOT NULL,
  -- `gone_facts` and `kept_before` are the tags, extra information, redirects and opt-out of both before the merge.
  gone_facts jsonb NOT NULL DEFAULT '{}',
  kept_before jsonb NOT NULL DEFAULT '{}',
  -- Earlier merges into the contact that is gone.
  merge_ids int[] NOT NULL DEFAULT '{}',
  -- Who merged; NULL where a message proved that both are one person.
  user_id int REFERENCES user_account ON DELETE SET NULL,
  undone_at timestamptz
);
CREATE INDEX contact_merge_kept ON contact_merge (kept_id);
CREATE INDEX contact_merge_gone ON contact_merge (((gone->>'id')::int));

-- A row is a pair of contacts that people said are not the same person.
CREATE TABLE contact_distinct (
  low_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  high_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (low_id, high_id),
  CHECK (low_id < high_id)
);
CREATE INDEX contact_distinct_high ON contact_distinct (high_id);

-- The contact of a phone in one of its two forms. The settings of its plan are its own: an import begins with tables that are empty or
-- whose statistics are old, and a plan that reads all addresses for each row is then the cheaper one for the planner.
CREATE FUNCTION contact_of_phone(form text, other_form text) RETURNS int LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN coalesce(
    (SELECT a.contact_id FROM contact_address a WHERE a.connection_id = 0 AND a.kind = 'phone' AND a.value IN (form, other_form) LIMIT 1),
    (SELECT c.id FROM contact c WHERE c.number = form));
END $$;

-- The search for contacts by a part of their name, number or e-mail. These are functions, because they decide by the number of hits how
-- to find them, and because the settings of their plans are their own: estimates of such a pattern are wrong too often.

-- A page of the contacts that match, by walking through the names: without seqscan and bitmapscan, the walk follows an index in their
-- order. `|| ''` keeps a pattern from other indexes.
CREATE FUNCTION contacts_walked(pattern text, beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
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
END $$;

-- The contacts that contain a text, and how many there are up to 1,001. A pattern that the sample shows to be common is found by walking,
-- because a page of it comes soon: 75 hits in the sample prove more than a thousand, and some 2,400 contacts have so many there.
-- Otherwise the hits are few enough to be sorted. Two letters have no trigram: they are looked for with whatever follows them, and texts
-- with other letters are read. A single letter or a sign has no index: a thousand hits are collected to decide.
CREATE FUNCTION contacts_containing(needle text, beginning text, with_groups boolean, after_key text, after_id int, skip int, most int)
RETURNS TABLE (ids int[], n int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  pattern text := '%' || needle || '%';
  is_common boolean;
BEGIN
  IF char_length(needle) > 2 THEN
    is_common := 75 = (SELECT count(*) FROM (SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND c.search LIKE pattern
      AND (with_groups OR NOT c.is_group) LIMIT 75) AS hit);
    IF NOT is_common THEN
      WITH hit AS MATERIALIZED (
        SELECT c.id, c.name_key FROM contact c WHERE c.search LIKE pattern AND (with_groups OR NOT c.is_group))
      SELECT (SELECT count(*) FROM hit), ARRAY(
        SELECT h.id FROM hit h WHERE h.name_key NOT LIKE beginning AND (h.name_key, h.id) > (after_key, after_id)
        ORDER BY h.name_key, h.id LIMIT most OFFSET skip) INTO n, ids;
    END IF;
  ELSIF needle ~ '^[a-z0-9]{2}$' THEN
    is_common := 75 = (SELECT count(*) FROM (SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND c.search ~ (needle || '[\x01-\x7f]')
      AND (with_groups OR NOT c.is_group) LIMIT 75) AS hit);
    IF NOT is_common THEN
      WITH hit AS MATERIALIZED (
        SELECT c.id, c.name_key FROM contact c WHERE (c.search ~ (needle || '[\x01-\x7f]') OR c.search LIKE '%' || needle
          OR (octet_length(c.search) <> char_length(c.search) AND c.search || '' LIKE pattern)) AND (with_groups OR NOT c.is_group))
      SELECT (SELECT count(*) FROM hit), ARRAY(
        SELECT h.id FROM hit h WHERE h.name_key NOT LIKE beginning AND (h.name_key, h.id) > (after_key, after_id)
        ORDER BY h.name_key, h.id LIMIT most OFFSET skip) INTO n, ids;
    END IF;
  ELSE
    WITH hit AS MATERIALIZED (
      SELECT c.id, c.name_key FROM contact c WHERE c.search || '' LIKE pattern AND (with_groups OR NOT c.is_group) LIMIT 1001)
    SELECT (SELECT count(*) FROM hit), ARRAY(
      SELECT h.id FROM hit h WHERE h.name_key NOT LIKE beginning AND (h.name_key, h.id) > (after_key, after_id)
      ORDER BY h.name_key, h.id LIMIT most OFFSET skip) INTO n, ids;
    is_common := n = 1001;
  END IF;
  IF is_common THEN
    n := 1001;
    ids := CASE WHEN most > 0 THEN contacts_walked(pattern, beginning, with_groups, after_key, after_id, skip, most) ELSE '{}' END;
  END IF;
  RETURN NEXT;
END $$;

-- A page of the contacts that contain a text, without their number, so that a name of one in sixty is found by walking through the names,
-- too: collecting 1,600 hits to show 20 takes most of the search. The walk has a budget, because hits may all be at the end of the alphabet.
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
END $$;

-- The first two for one of several patterns of three letters or more: a number as it was typed, and the forms in which it may be stored.
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
  IF 75 = (SELECT count(*) FROM (SELECT FROM contact c WHERE (hashint4(c.id) & 31) = 0 AND c.search LIKE ANY (patterns)
      AND (with_groups OR NOT c.is_group) LIMIT 75) AS hit) THEN
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

-- ======================================================================================================================
-- 8 Tickets
-- ======================================================================================================================

-- A row is a ticket: a conversation with a contact on a connection, from its first message until it is closed. A closed one stays.
CREATE TABLE ticket (
  id serial PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'bot', 'open', 'paused', 'closed', 'group', 'nps')),
  contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  is_group boolean NOT NULL DEFAULT false,
  -- What a row of a list shows: the last message, how far it has come when it is ours, and the medium beside its caption or word.
  last_message text NOT NULL DEFAULT '',
  last_message_state text,
  last_message_media jsonb,
  last_message_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  last_activity timestamptz(3) NOT NULL DEFAULT now(),
  last_inbound_id bigint,
  unread int NOT NULL DEFAULT 0 CHECK (unread >= 0),
  read_message_id bigint NOT NULL DEFAULT 0,
  -- Up to which message a transfer lifted the rule of the history (D-055, D-078).
  recovered_message_id bigint NOT NULL DEFAULT 0,
  -- Since when the customer waits for an answer.
  waiting_since timestamptz(3),
  pause_tag text,
  paused_at timestamptz(3),
  accepted_at timestamptz(3),
  closed_at timestamptz(3),
  -- When it was closed or its rating was asked for, by the database's clock, which also says when a message was accepted: one that was
  -- accepted before belongs to the ticket. NULL while it is live.
  ended_at timestamptz,
  -- The advertisement that the customer tapped before the first message; it comes only once.
  ad_source jsonb,
  -- How far the automatic answers have come.
  flow_step text NOT NULL DEFAULT 'done' CONSTRAINT ticket_flow_step CHECK (flow_step IN ('fresh', 'menu', 'asking', 'chatting', 'done')),
  -- The queues of the menu that the customer saw, in its order; when it was last shown; how often again.
  flow_menu int[] NOT NULL DEFAULT '{}',
  flow_menu_at timestamptz(3),
  flow_repeats smallint NOT NULL DEFAULT 0,
  -- Rises with each change, so that a browser knows which of two views is newer.
  version int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Keys of the lists: never NULL, so that every range is one walk of an index. A trigger makes the bucket.
  bucket text NOT NULL,
  queue_key int GENERATED ALWAYS AS (coalesce(queue_id, 0)) STORED NOT NULL,
  user_key int GENERATED ALWAYS AS (coalesce(user_id, 0)) STORED NOT NULL,
  -- Since when Meta's agent answers it.
  meta_agent_since timestamptz(3),
  -- What has made a ticket that only holds a sent message; NULL for conversations.
  origin text CHECK (origin IN ('campaign', 'schedule', 'program')),
  -- The customer's last own words, which the list of the waiting tickets shows instead of greetings and digits of menus (D-340).
  words_message_id bigint,
  -- A pause with an end (D-440): it lasts until `wakes_at`, its time was up, or the customer wrote.
  snooze text CHECK (snooze IN ('asleep', 'timeUp', 'wrote')),
  wakes_at timestamptz,
  -- Why it was closed: {"reason": id of the company's list, word of an automatic one, or null, "note": "…"} (D-501).
  closing jsonb,
  -- What is due first, as lists show it, and when a person answered last (D-510).
  due_at timestamptz(3),
  due_of text CHECK (due_of IN ('firstAnswer', 'nextAnswer', 'resolution')),
  answered_at timestamptz(3),
  -- The colleagues who are invited until it is closed, and at the same places who invited each (D-550).
  guest_ids int[] NOT NULL DEFAULT '{}',
  guest_inviter_ids int[] NOT NULL DEFAULT '{}',
  -- Whether one that came from another system counts in figures (D-590); NULL for all others.
  imported text CHECK (imported IN ('apart', 'counted'))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX ticket_one_live ON ticket (contact_id, connection_id) WHERE status <> 'closed';
CREATE INDEX ticket_by_user ON ticket (bucket, queue_key, user_key, last_activity DESC, id DESC);
-- With the user, so that a range of many users is one index-only scan of the queue.
CREATE INDEX ticket_by_queue ON ticket (bucket, queue_key, last_activity DESC, id DESC) INCLUDE (user_key);
CREATE INDEX ticket_by_bucket ON ticket (bucket, last_activity DESC, id DESC);
-- For the bell (docs/adr/0057-what-the-bell-reads.md).
CREATE INDEX ticket_unread_keys ON ticket (bucket, queue_key, user_key, last_activity DESC, id DESC) WHERE unread > 0;
-- For the list that shows the longest wait first (D-341): one per kind of range, as the others have.
CREATE INDEX ticket_waiting ON ticket (coalesce(waiting_since, last_activity), id) WHERE bucket = 'pending';
CREATE INDEX ticket_waiting_by_queue ON ticket (queue_key, coalesce(waiting_since, last_activity), id) INCLUDE (user_key) WHERE bucket = 'pending';
CREATE INDEX ticket_waiting_by_user ON ticket (queue_key, user_key, coalesce(waiting_since, last_activity), id) WHERE bucket = 'pending';
-- The order of lists by what is due first has only conversations with a target.
CREATE INDEX ticket_due ON ticket (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX ticket_guest ON ticket USING gin (guest_ids) WHERE guest_ids <> '{}';
CREATE INDEX ticket_asleep ON ticket (wakes_at) WHERE snooze = 'asleep';
CREATE INDEX ticket_contact ON ticket (contact_id, connection_id, id DESC);
CREATE INDEX ticket_live_connection ON ticket (connection_id, id) WHERE status <> 'closed';
-- For the dashboard, which reads a day's tickets.
CREATE INDEX ticket_closed ON ticket (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX ticket_created_facts ON ticket (created_at) INCLUDE (contact_id, queue_key, user_key, is_group, origin, imported);
CREATE INDEX ticket_closing_reason ON ticket ((closing->>'reason')) WHERE closing->>'reason' IS NOT NULL;
-- For views of advertisements, and their list (D-613).
CREATE INDEX ticket_ad ON ticket ((coalesce(nullif(ad_source->>'id', ''), ad_source->>'headline'))) WHERE ad_source IS NOT NULL;
CREATE INDEX ticket_from_ad ON ticket (last_activity DESC, id DESC) WHERE ad_source IS NOT NULL;

-- Closed tickets that only hold a sent message are apart from lists and counts. Any status but `closed`, and the customer's words, make
-- conversations of them (D-268).
CREATE FUNCTION keep_ticket_bucket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'closed' OR NEW.last_inbound_id IS NOT NULL THEN
    NEW.origin := NULL;
  END IF;
  NEW.bucket := CASE WHEN NEW.status <> 'closed' THEN NEW.status
    WHEN NEW.origin IS NOT NULL THEN CASE WHEN NEW.is_group THEN 'recordGroup' ELSE 'record' END
    WHEN NEW.is_group THEN 'closedGroup' ELSE 'closed' END;
  RETURN NEW;
END $$;
CREATE TRIGGER ticket_bucket_insert BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION keep_ticket_bucket();
CREATE TRIGGER ticket_bucket_update BEFORE UPDATE ON ticket FOR EACH ROW
  WHEN ((OLD.status, OLD.is_group, OLD.origin, OLD.bucket, OLD.last_inbound_id IS NULL) IS DISTINCT FROM
    (NEW.status, NEW.is_group, NEW.origin, NEW.bucket, NEW.last_inbound_id IS NULL))
  EXECUTE FUNCTION keep_ticket_bucket();

-- The counts of the lists. A row is how many tickets a cell has: one state, queue and person.
CREATE TABLE ticket_cell (
  bucket text NOT NULL,
  queue_key int NOT NULL,
  user_key int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (bucket, queue_key, user_key)
);

-- A row is the same by queue alone: for people who see everything, the sum would have thousands of cells.
CREATE TABLE ticket_queue_cell (
  bucket text NOT NULL,
  queue_key int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (bucket, queue_key)
);

-- A row is a change of a cell that is not added up yet, so that no two writers update the same row.
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

-- A row is a decision of the automatic answers: by which rule, from which facts, a ticket came where it is.
CREATE TABLE ticket_decision (
  id bigserial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  rule text NOT NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX ticket_decision_ticket ON ticket_decision (ticket_id, id);

-- A row is a pending ticket that was assigned by distribution, until somebody accepts it (D-175).
CREATE TABLE ticket_offer (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  offered_at timestamptz(3) NOT NULL,
  tried int[] NOT NULL
);
CREATE INDEX ticket_offer_due ON ticket_offer (offered_at);

-- A row is a ticket that distribution could give to nobody when it entered its queue (D-540). It no longer counts once the ticket has a
-- person or another queue, or does not wait.
CREATE TABLE ticket_share (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  queue_id int NOT NULL REFERENCES queue ON DELETE CASCADE,
  since timestamptz(3) NOT NULL,
  -- Who attended the customer last, where the company gives tickets back (D-541).
  last_user_id int
);
CREATE INDEX ticket_share_queue ON ticket_share (queue_id);

-- A row is the session of a ticket at the chatbot (D-149): the choices that it offered last, and how often it was asked.
CREATE TABLE chatbot_session (
  ticket_id int PRIMARY KEY REFERENCES ticket ON DELETE CASCADE,
  session_id text NOT NULL,
  choices text[] NOT NULL,
  turns int NOT NULL
);

-- A row is what the chatbot has to be asked, in order; it is deleted together with its answer.
CREATE TABLE chatbot_turn (
  id bigserial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  event_id bigint NOT NULL,
  -- NULL: a new session.
  said text,
  claimed_at timestamptz(3)
);
CREATE INDEX chatbot_turn_ticket ON chatbot_turn (ticket_id, id);

-- A row is a protocol of a ticket. A ticket with one is not deleted (D-059), which the reference guarantees.
CREATE TABLE protocol (
  id serial PRIMARY KEY,
  number text NOT NULL,
  ticket_id int NOT NULL REFERENCES ticket,
  message text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX protocol_number_uq ON protocol (number);
CREATE INDEX protocol_ticket ON protocol (ticket_id, id);

-- A row is a question for a rating, which is open until the customer answers or its time ends (D-206 to D-208).
CREATE TABLE rating (
  id serial PRIMARY KEY,
  -- Without references: a rating outlives its ticket and its contact, whose name it keeps (D-059, D-137).
  ticket_id int NOT NULL,
  contact_id int,
  contact_name text,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  queue_id int REFERENCES queue ON DELETE SET NULL,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  asked_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  rate smallint CHECK (rate BETWEEN 1 AND 5),
  rated_at timestamptz(3),
  -- As in `ticket`.
  imported text CHECK (imported IN ('apart', 'counted')),
  CHECK ((rate IS NULL) = (rated_at IS NULL))
);
-- One question per closing is open at a time.
CREATE UNIQUE INDEX rating_open_uq ON rating (ticket_id) WHERE ended_at IS NULL;
CREATE INDEX rating_due ON rating (asked_at) WHERE ended_at IS NULL;
CREATE INDEX rating_ticket ON rating (ticket_id);
CREATE INDEX rating_rated ON rating (rated_at DESC, id DESC) WHERE rate IS NOT NULL;

-- ======================================================================================================================
-- 9 Targets: what queues promise
-- ======================================================================================================================

-- A row is a clock of a conversation (D-510). One that has ended, or whose time was over, is a fact: its target, instants, queue and person
-- stay as they were. Queue and person have no reference, because the fact outlives them.
CREATE TABLE target_clock (
  id serial PRIMARY KEY,
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('firstAnswer', 'nextAnswer', 'resolution')),
  -- What it belongs to: the customer's message that waits, or the beginning of the conversation.
  since timestamptz(3) NOT NULL,
  started_at timestamptz(3) NOT NULL,
  spent_ms int NOT NULL DEFAULT 0,
  -- NULL while it stands still.
  running_since timestamptz(3),
  target_ms int NOT NULL,
  warn_at timestamptz(3),
  due_at timestamptz(3),
  breached_at timestamptz(3),
  ended_at timestamptz(3),
  queue_id int NOT NULL,
  user_id int,
  -- 1 when the owner was told that its time runs out, 2 when people were told that it is over.
  told int NOT NULL DEFAULT 0,
  -- When a worker has to look at it.
  next_at timestamptz(3) GENERATED ALWAYS AS (CASE WHEN ended_at IS NULL THEN CASE told WHEN 0 THEN least(warn_at, due_at) WHEN 1 THEN due_at END END) STORED,
  -- When it was known whether the target was kept.
  decided_at timestamptz(3) GENERATED ALWAYS AS (coalesce(breached_at, ended_at)) STORED
);
CREATE UNIQUE INDEX target_clock_running ON target_clock (ticket_id, kind) WHERE ended_at IS NULL;
CREATE INDEX target_clock_ticket ON target_clock (ticket_id);
CREATE INDEX target_clock_next ON target_clock (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX target_clock_decided ON target_clock (decided_at) WHERE decided_at IS NOT NULL;

-- A row is a queue whose targets or hours have changed and whose running clocks a worker has to count anew.
CREATE TABLE target_recount (
  queue_id int PRIMARY KEY REFERENCES queue ON DELETE CASCADE,
  asked_at timestamptz(3) NOT NULL
);

-- ======================================================================================================================
-- 10 Messages
-- ======================================================================================================================

-- A row is a message of a ticket, ours or the customer's, or a comment of colleagues.
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
  -- Whose the ticket was when the message was recorded (D-055, D-078); NULL: nobody's.
  owner_id int,
  type text NOT NULL,
  body text NOT NULL DEFAULT '',
  ack smallint NOT NULL DEFAULT 0 CHECK (ack BETWEEN -1 AND 4),
  -- By ack: {"2": "2026-11-20T12:00:00.000Z"}.
  ack_times jsonb,
  quoted_id bigint REFERENCES message ON DELETE SET NULL,
  is_forwarded boolean NOT NULL DEFAULT false,
  is_edited boolean NOT NULL DEFAULT false,
  -- Of the last edit, so that the latest one wins in any order of arrival.
  edited_at timestamptz(3),
  -- An edit could not be decrypted.
  edit_unreadable boolean NOT NULL DEFAULT false,
  previous_body text,
  is_deleted boolean NOT NULL DEFAULT false,
  deleted_at timestamptz(3),
  -- Without a reference, which would have to read every message; users are never removed.
  deleted_by_id int,
  -- One per person: {"phone:5511…": {"emoji": "👍", "at": "…"}}, with `me` for our side.
  reactions jsonb,
  error jsonb,
  details jsonb,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  media_state text CHECK (media_state IN ('pending', 'ready', 'failed')),
  media jsonb,
  download_attempts smallint NOT NULL DEFAULT 0,
  -- What an AI server heard in an audio message.
  transcription text,
  inbound_event_id bigint,
  -- Of a mass send or a schedule; without a reference.
  send_run_id int,
  -- The key that the author's browser gave, as long as the message lives: a text whose answer was lost may be sent again days later. The
  -- row of `idempotency` is deleted after a day, and `outbox.client_key` with its send.
  client_key text,
  sent_at timestamptz(3) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What a person can search for: the text without accents and case. The picture of a place and the photographs of contact cards are
  -- left out, because letters of an encoded picture are no words.
  search text GENERATED ALWAYS AS (
    search_norm(CASE type
      WHEN 'location' THEN split_part(body, '|', 3)
      WHEN 'locationMessage' THEN split_part(body, '|', 3)
      WHEN 'vcard' THEN regexp_replace(body, '^PHOTO[^\r\n]*(\r?\n [^\r\n]*)*', '', 'gn')
      WHEN 'contacts' THEN regexp_replace(body, '^PHOTO[^\r\n]*(\r?\n [^\r\n]*)*', '', 'gn')
      ELSE body
    END)
  ) STORED NOT NULL,
  -- What the network charges for it, for a page on costs.
  pricing jsonb,
  -- As in `ticket`.
  imported text CHECK (imported IN ('apart', 'counted'))
);
CREATE UNIQUE INDEX message_uq ON message (connection_id, chat, author, from_me, external_id);
CREATE UNIQUE INDEX message_client_key_uq ON message (user_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX message_page ON message (ticket_id, sent_at DESC, id DESC);
CREATE INDEX message_external ON message (connection_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX message_quoted ON message (quoted_id) WHERE quoted_id IS NOT NULL;
-- Without it, each deletion and each merge of a contact reads every message.
CREATE INDEX message_contact ON message (contact_id) WHERE contact_id IS NOT NULL;
-- What is not in the index yet is a list that every search reads and that one unlucky message merges: by default up to 4 MB, some 4,000
-- messages. A short list costs each message the same (docs/PERFORMANCE.md).
CREATE INDEX message_search ON message USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 256) WHERE NOT is_deleted;
-- For the dashboard: a day's messages lie together.
CREATE INDEX message_sent ON message USING brin (sent_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);

-- A row is a text that an edit replaced.
CREATE TABLE message_edit (
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  replaced_at timestamptz(3) NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (message_id, replaced_at)
);

-- A row says when one participant of a group received and read a message.
CREATE TABLE message_receipt (
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  -- The address key of the participant.
  reader text NOT NULL,
  times jsonb NOT NULL,
  PRIMARY KEY (message_id, reader)
);

-- A row is a content that the version which received it could not read, sealed, for reading it again after an update.
CREATE TABLE unread_content (
  message_id bigint PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  payload_sealed text NOT NULL
);

-- A row is work on a message's file that needs no gateway: before it is sent, a voice note or a file is converted; after, it is measured.
CREATE TABLE media_job (
  message_id bigint PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('prepareVoice', 'convertFile', 'measureVoice')),
  ready_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0
);

-- ======================================================================================================================
-- 11 Received events
-- ======================================================================================================================

-- A row is an event as a gateway reported it, stored before anything is done with it. `connection_id` has no reference: it outlives
-- its connection.
CREATE TABLE inbound_event (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL,
  kind text NOT NULL,
  -- The conversation: events of a lane are applied one after the other.
  lane text NOT NULL,
  dedupe_key text NOT NULL,
  body_sha bytea NOT NULL,
  payload jsonb NOT NULL,
  -- The secret by which sealed edits of its message are read.
  secret_sealed text,
  sent_at timestamptz(3) NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- 0 new, 1 done, 2 parked after five tries, 3 orphan: waits for the message that it refers to.
  state smallint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  UNIQUE (connection_id, dedupe_key)
);
CREATE INDEX inbound_todo ON inbound_event (lane, sent_at, id) WHERE state = 0;
CREATE INDEX inbound_orphan ON inbound_event (lane, id) WHERE state = 3;
CREATE INDEX inbound_parked ON inbound_event (id) WHERE state = 2;
CREATE INDEX inbound_received ON inbound_event (received_at);

-- A row is a lane; `ready_at` is when its next event may be applied, and NULL where there is none.
CREATE TABLE inbound_lane (
  lane text PRIMARY KEY,
  ready_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX inbound_lane_ready ON inbound_lane (ready_at) WHERE ready_at IS NOT NULL;

-- A row counts events that came again under the key of another one with another content.
CREATE TABLE inbound_conflict (
  connection_id int NOT NULL,
  dedupe_key text NOT NULL,
  n int NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, dedupe_key)
);

-- The first and the last statements of a lane's transaction, each as one call. They are functions, because their second statement must
-- see what was committed before the first one had its lock. Each locks lanes' rows in the order of their names, as the intake does.

-- Takes a ready lane, with its next events. Candidates are read before any lock is tried, and locks are tried one by one until one
-- succeeds, so that no other lane is locked. Where its next events are all acks, further ready lanes of which that is true are taken with
-- it. Events are read after the locks. A lane without new events is one row without an event.
CREATE FUNCTION take_lanes(candidates int, most int, ack_lanes int)
RETURNS TABLE (lane text, id bigint, connection_id int, kind text, payload jsonb, sent_at timestamptz, received_at timestamptz, attempts smallint)
LANGUAGE plpgsql AS $$
DECLARE
  taken text;
  others text[] := '{}';
BEGIN
  WITH ready AS MATERIALIZED (
    SELECT l.lane FROM inbound_lane l WHERE l.ready_at <= clock_timestamp() ORDER BY l.ready_at LIMIT candidates
  ) SELECT r.lane INTO taken FROM ready r WHERE pg_try_advisory_xact_lock(hashtextextended(r.lane, 0)) LIMIT 1;
  IF taken IS NULL THEN RETURN; END IF;
  IF NOT EXISTS (
    SELECT FROM (SELECT e.kind FROM inbound_event e WHERE e.lane = taken AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most) due WHERE due.kind <> 'ack'
  ) THEN
    WITH ready AS MATERIALIZED (
      SELECT l.lane FROM inbound_lane l WHERE l.ready_at <= clock_timestamp() ORDER BY l.ready_at LIMIT candidates
    ), acks AS MATERIALIZED (
      SELECT r.lane FROM ready r WHERE r.lane <> taken AND NOT EXISTS (
        SELECT FROM (SELECT e.kind FROM inbound_event e WHERE e.lane = r.lane AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most) due WHERE due.kind <> 'ack')
    ), locked AS (
      SELECT r.lane FROM acks r WHERE pg_try_advisory_xact_lock(hashtextextended(r.lane, 0)) LIMIT ack_lanes - 1
    ) SELECT coalesce(array_agg(l.lane), '{}') INTO others FROM locked l;
  END IF;
  RETURN QUERY SELECT l.lane, due.* FROM unnest(taken || others) WITH ORDINALITY AS l(lane, place) LEFT JOIN LATERAL (
    SELECT e.id, e.connection_id, e.kind, e.payload, e.sent_at::timestamptz, e.received_at, e.attempts
    FROM inbound_event e WHERE e.lane = l.lane AND e.state = 0 ORDER BY e.sent_at, e.id LIMIT most
  ) AS due ON true ORDER BY l.place, due.sent_at, due.id;
END $$;

-- Ends the turn of a lane. Its row is locked last, and new events are looked for under that lock.
CREATE FUNCTION release_lane(which text, done bigint[], adopts boolean, delay_ms int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound_event SET state = 1, last_error = NULL WHERE id = ANY(done);
  IF adopts THEN
    UPDATE inbound_event e SET state = 0, attempts = 0 WHERE e.lane = which AND e.state = 3;
  END IF;
  PERFORM FROM inbound_lane l WHERE l.lane = which FOR UPDATE;
  UPDATE inbound_lane l SET ready_at = CASE
    WHEN delay_ms IS NOT NULL THEN clock_timestamp() + delay_ms * interval '1 millisecond'
    WHEN EXISTS (SELECT FROM inbound_event e WHERE e.lane = which AND e.state = 0) THEN clock_timestamp() END
  WHERE l.lane = which;
END $$;

-- Ends the turn of lanes whose events were all applied.
CREATE FUNCTION release_lanes(which text[], done bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbound_event SET state = 1, last_error = NULL WHERE id = ANY(done);
  PERFORM FROM inbound_lane l WHERE l.lane = ANY(which) ORDER BY l.lane FOR UPDATE;
  UPDATE inbound_lane l SET ready_at = CASE WHEN EXISTS (SELECT FROM inbound_event e WHERE e.lane = l.lane AND e.state = 0) THEN clock_timestamp() END
  WHERE l.lane = ANY(which);
END $$;

-- ======================================================================================================================
-- 12 Sending
-- ======================================================================================================================

CREATE SEQUENCE outbox_seq;
-- A row is a send: a message on its way to a gateway, with what is known of its outcome. It outlives its connection.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  message_id bigint UNIQUE REFERENCES message ON DELETE CASCADE,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  -- Sends of a lane, which is a conversation, go out in the order of `lane_seq`.
  lane text NOT NULL,
  lane_seq bigint NOT NULL DEFAULT nextval('outbox_seq'),
  origin text NOT NULL CHECK (origin IN ('agent', 'system')),
  user_id int,
  -- The received event that an automatic text answers, and which of its answers it is.
  cause_event_id bigint,
  cause_kind text,
  client_key text,
  external_id text,
  peer jsonb NOT NULL,
  -- With a file, of which fewer go out at once.
  heavy boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'handed', 'sent', 'failed', 'unknown', 'cancelled')),
  attempt int NOT NULL DEFAULT 0,
  -- An earlier try may have gone out.
  doubted boolean NOT NULL DEFAULT false,
  -- Who handed it over: the owner and the epoch of the lease.
  holder uuid,
  epoch bigint,
  handed_at timestamptz,
  not_before timestamptz NOT NULL DEFAULT now(),
  first_handed_at timestamptz,
  error jsonb,
  -- Of a mass send or a schedule; without a reference.
  send_run_id int,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- An automatic answer to somebody who writes for the first time; these go out one after the other.
  first_answer boolean NOT NULL DEFAULT false,
  UNIQUE (lane, lane_seq)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX outbox_external_uq ON outbox (connection_id, external_id) WHERE external_id IS NOT NULL;
-- Only automatic texts have a cause.
CREATE UNIQUE INDEX outbox_cause_uq ON outbox (cause_event_id, cause_kind) WHERE cause_event_id IS NOT NULL;
CREATE INDEX outbox_live ON outbox (lane, lane_seq) WHERE state IN ('queued', 'handed');
CREATE INDEX outbox_due ON outbox (connection_id, lane_seq) WHERE state = 'queued';
CREATE INDEX outbox_handed ON outbox (connection_id, handed_at) WHERE state = 'handed';
CREATE INDEX outbox_paced ON outbox (connection_id) WHERE send_run_id IS NOT NULL AND state IN ('queued', 'handed');
-- What was handed over for a run, for its proof.
CREATE INDEX outbox_run ON outbox (send_run_id) WHERE send_run_id IS NOT NULL;
CREATE INDEX outbox_unknown ON outbox (connection_id) WHERE state = 'unknown';
-- The health page counts those of the last minutes.
CREATE INDEX outbox_refused ON outbox (finished_at) WHERE state = 'failed';
CREATE INDEX outbox_first_answers ON outbox (connection_id, first_handed_at) WHERE first_answer;
-- Finished sends are deleted by their age, later when a run sent them.
CREATE INDEX outbox_ended ON outbox ((CASE WHEN send_run_id IS NULL THEN 0 ELSE 1 END), finished_at) WHERE state = 'sent';

-- Has events tried again that waited for the id of a message that we sent, once the id is stored; returns whether there was one. The
-- events must be looked for after the lane's lock: a transaction that holds it may just be storing that an event waits. All locks of
-- lanes are taken before the row of one is changed: whoever waits here must not hold up a delivery, because the holder of the lock may
-- wait for that delivery in another of its lanes.
CREATE FUNCTION adopt_orphans_of_sends(sends uuid[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  lanes text[] := ARRAY(SELECT DISTINCT o.lane FROM outbox o WHERE o.id = ANY(sends) ORDER BY o.lane);
  which text;
  adopted boolean := false;
BEGIN
  FOREACH which IN ARRAY lanes LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(which, 0));
  END LOOP;
  FOREACH which IN ARRAY lanes LOOP
    UPDATE inbound_event e SET state = 0, attempts = 0 WHERE e.lane = which AND e.state = 3;
    CONTINUE WHEN NOT FOUND;
    adopted := true;
    UPDATE inbound_lane l SET ready_at = clock_timestamp() WHERE l.lane = which;
  END LOOP;
  RETURN adopted;
END $$;

-- A row is a call that a browser may repeat without its effect being repeated. It is deleted after a day.
CREATE TABLE idempotency (
  user_id int NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  body_sha bytea NOT NULL,
  object_ids bigint[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_created ON idempotency (created_at);

-- ======================================================================================================================
-- 13 Mass sends and schedules
-- ======================================================================================================================

-- A row is a text that goes out at a time, once or again and again, to contacts and to those of tags.
CREATE TABLE schedule (
  id serial PRIMARY KEY,
  title text NOT NULL DEFAULT '',
  message text NOT NULL,
  recurrence text NOT NULL CHECK (recurrence IN ('once', 'every_day', 'every_week', 'every_month', 'quarterly', 'anually', 'last_day_of_month', 'business_day')),
  rule_value text NOT NULL DEFAULT '',
  send_at timestamptz(3) NOT NULL,
  all_contacts boolean NOT NULL,
  contact_ids int[] NOT NULL DEFAULT '{}',
  tag_ids int[] NOT NULL DEFAULT '{}',
  file_ids uuid[] NOT NULL DEFAULT '{}',
  -- What is sent where the network accepts no free text.
  template jsonb,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  -- NULL when it does not go out any more.
  next_due timestamptz(3),
  -- When the value of last_day_of_month becomes 0 again (D-193).
  reset_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The conversation of a message that is scheduled in one (D-273), and its moment, which `next_due` is not: that of schedules with recipients.
  ticket_id int REFERENCES ticket ON DELETE CASCADE,
  planned_at timestamptz(3),
  signed boolean NOT NULL DEFAULT false,
  failure text,
  -- Since when nothing of it goes out, until somebody resumes it; NULL while it does.
  paused_at timestamptz(3)
);
CREATE INDEX schedule_due ON schedule (next_due) WHERE next_due IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX schedule_reset ON schedule (reset_at) WHERE reset_at IS NOT NULL;
CREATE INDEX schedule_planned ON schedule (planned_at) WHERE planned_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX schedule_of_ticket ON schedule (ticket_id) WHERE ticket_id IS NOT NULL;

-- A row is one sending of a text to the recipients that were listed when it began.
CREATE TABLE send_run (
  id serial PRIMARY KEY,
  -- Both NULL for a mass send; otherwise one run per schedule and due minute (D-194).
  schedule_id int REFERENCES schedule ON DELETE CASCADE,
  due_at timestamptz(3),
  state text NOT NULL DEFAULT 'freezing' CHECK (state IN ('freezing', 'running', 'paused', 'done', 'cancelled')),
  message text NOT NULL,
  all_contacts boolean NOT NULL,
  contact_ids int[] NOT NULL DEFAULT '{}',
  tag_ids int[] NOT NULL DEFAULT '{}',
  file_ids uuid[] NOT NULL DEFAULT '{}',
  template jsonb,
  connection_id int REFERENCES connection ON DELETE SET NULL,
  user_id int REFERENCES user_account ON DELETE SET NULL,
  -- Contacts up to this id have been looked at.
  frozen_to int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  cancelled int NOT NULL DEFAULT 0,
  left_out jsonb NOT NULL DEFAULT '{}',
  active_since timestamptz(3) NOT NULL DEFAULT now(),
  last_handed_at timestamptz(3),
  -- The last live event about the run.
  reported_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  CHECK ((schedule_id IS NULL) = (due_at IS NULL)),
  UNIQUE (schedule_id, due_at)
);
CREATE INDEX send_run_live ON send_run (connection_id, id) WHERE state IN ('freezing', 'running', 'paused');
CREATE INDEX send_run_mass ON send_run (id DESC) WHERE schedule_id IS NULL;

-- A row is a recipient of a run; its state follows the outcome of its message. A recipient of several files gets one message after the
-- other, each at its turn.
CREATE TABLE send_recipient (
  run_id int NOT NULL REFERENCES send_run ON DELETE CASCADE,
  -- No reference: the record stays when the contact is deleted.
  contact_id int NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'handed', 'sent', 'delivered', 'read', 'answered', 'failed', 'unknown', 'skipped', 'cancelled')),
  reason text,
  -- Where the recipient was written to, so that nobody is reached twice by one run.
  destination text,
  message_id bigint,
  -- How many messages follow the one that was handed over last.
  parts_left smallint NOT NULL DEFAULT 0,
  -- The messages that are still to come, as they were planned with the first one.
  parts jsonb,
  handed_at timestamptz(3),
  changed_at timestamptz(3),
  PRIMARY KEY (run_id, contact_id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX send_recipient_destination_uq ON send_recipient (run_id, destination) WHERE destination IS NOT NULL;
CREATE INDEX send_recipient_open ON send_recipient (run_id, contact_id) WHERE state IN ('queued', 'handed');
CREATE INDEX send_recipient_message ON send_recipient (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX send_recipient_reached ON send_recipient (contact_id) WHERE state IN ('sent', 'delivered', 'read', 'unknown');
CREATE INDEX send_recipient_handed ON send_recipient (contact_id) WHERE handed_at IS NOT NULL;

-- A row is a run whose recipients changed. Rows are only added, so that no two writers change the same one.
CREATE TABLE send_change (
  run_id int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A row is the pace of a connection: when it may hand over the next mass or scheduled message (D-183), and why it stopped by itself.
CREATE TABLE send_pacing (
  connection_id int PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  interval_ms int NOT NULL DEFAULT 15000 CHECK (interval_ms > 0),
  handed_at timestamptz NOT NULL DEFAULT '-infinity',
  next_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Refused sends in a row.
  refusals int NOT NULL DEFAULT 0,
  -- Set while the connection waits for a person to let it go on.
  stopped_at timestamptz(3),
  stop_reason text CHECK (stop_reason IN ('refusals', 'blocked')),
  stop_detail text,
  -- When the connection may ask the network about the next numbers, before a first message to them.
  next_check_at timestamptz NOT NULL DEFAULT '-infinity'
);

-- The state of a recipient follows its message's in the same transaction, whichever statement changes it; one with more to come waits for
-- its next turn. Refusals in a row, or Meta's sign of a block, stop the connection.
CREATE FUNCTION follow_paced_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'handed' THEN
    UPDATE send_pacing SET handed_at = clock_timestamp(), next_at = clock_timestamp() + interval_ms * interval '1 millisecond' WHERE connection_id = NEW.connection_id;
  ELSIF NEW.state = 'queued' THEN
    NEW.not_before := greatest(NEW.not_before, (SELECT next_at FROM send_pacing WHERE connection_id = NEW.connection_id));
  ELSE
    UPDATE send_recipient SET state = CASE WHEN NEW.state = 'sent' AND OLD.state = 'handed' AND parts_left > 0 THEN 'queued' ELSE NEW.state END,
      changed_at = clock_timestamp(),
      reason = CASE WHEN NEW.state IN ('failed', 'unknown') THEN coalesce(nullif(NEW.error->>'message', ''), NEW.error->>'code') END
    WHERE message_id = NEW.message_id AND state IN ('handed', 'unknown', 'failed', 'sent')
      AND NOT (NEW.state = 'unknown' AND state = 'sent');
    IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
    IF NEW.state = 'sent' THEN
      UPDATE send_pacing SET refusals = 0 WHERE connection_id = NEW.connection_id AND refusals > 0;
    END IF;
  END IF;
  IF NEW.state = 'failed' AND OLD.state = 'handed' OR NEW.state = 'queued' AND NEW.error->>'code' = '131048' THEN
    UPDATE send_pacing SET refusals = refusals + 1,
      stopped_at = CASE WHEN refusals >= 4 OR NEW.state = 'queued' THEN clock_timestamp() END,
      stop_reason = CASE WHEN NEW.state = 'queued' THEN 'blocked' WHEN refusals >= 4 THEN 'refusals' END,
      stop_detail = CASE WHEN refusals >= 4 OR NEW.state = 'queued' THEN coalesce(nullif(NEW.error->>'message', ''), NEW.error->>'code') END
    WHERE connection_id = NEW.connection_id AND stopped_at IS NULL;
    INSERT INTO send_change SELECT r.id FROM send_run r JOIN send_pacing p USING (connection_id)
      WHERE r.connection_id = NEW.connection_id AND r.state IN ('running', 'paused') AND p.stopped_at IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outbox_paced BEFORE UPDATE OF state ON outbox FOR EACH ROW
  WHEN (NEW.send_run_id IS NOT NULL AND OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION follow_paced_send();

CREATE FUNCTION follow_paced_ack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE send_recipient SET state = CASE WHEN NEW.ack = 2 THEN 'delivered' ELSE 'read' END, reason = NULL, changed_at = clock_timestamp()
  WHERE message_id = NEW.id AND parts_left = 0 AND state NOT IN ('answered', 'cancelled', 'skipped');
  IF FOUND THEN INSERT INTO send_change VALUES (NEW.send_run_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER message_paced AFTER UPDATE OF ack ON message FOR EACH ROW
  WHEN (NEW.send_run_id IS NOT NULL AND NEW.ack >= 2 AND NEW.ack > OLD.ack) EXECUTE FUNCTION follow_paced_ack();

-- A row is one call by which a program sends to a contact, whose messages are queued without a moment (D-650, D-651). It goes when they may
-- leave, which is judged then, or are cancelled.
CREATE TABLE outside_send (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  message_ids bigint[] NOT NULL,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  -- NULL for a person's own call.
  token_id text,
  -- Whether it goes to somebody who has not written within 24 hours: such messages are paced.
  is_first boolean NOT NULL,
  -- Whether it is neither a template nor for a network without the 24-hour window.
  needs_window boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outside_send_next ON outside_send (connection_id, id);
CREATE INDEX outside_send_user ON outside_send (user_id);

-- ======================================================================================================================
-- 14 Notices
-- ======================================================================================================================

-- A row is something of which a person is told and at which they have not looked yet: a comment that mentions them or hands a ticket over, a
-- send that failed or is held, or a target. It goes when they have. The table is named after the first kind.
CREATE TABLE comment_mention (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  message_id bigint REFERENCES message ON DELETE CASCADE,
  kind text NOT NULL DEFAULT 'mention' CHECK (kind IN ('mention', 'handover', 'failedSend', 'heldSend', 'target')),
  run_id int REFERENCES send_run ON DELETE CASCADE,
  schedule_id int REFERENCES schedule ON DELETE CASCADE,
  -- Why a send does not go on.
  reason text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  clock_id int REFERENCES target_clock ON DELETE CASCADE,
  -- What it is about, so that a person is told of it once.
  key text NOT NULL GENERATED ALWAYS AS
    (coalesce('message-' || message_id::text, 'massSend-' || run_id::text, 'schedule-' || schedule_id::text, 'target-' || clock_id::text)) STORED
);
CREATE UNIQUE INDEX comment_mention_once ON comment_mention (user_id, key);
CREATE INDEX comment_mention_message ON comment_mention (message_id);
CREATE INDEX comment_mention_run ON comment_mention (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX comment_mention_schedule ON comment_mention (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE INDEX comment_mention_clock ON comment_mention (clock_id) WHERE clock_id IS NOT NULL;

-- ======================================================================================================================
-- 15 Gateway questions and chores
-- ======================================================================================================================

-- A row is a question of an api to a gateway, which a worker answers while the caller waits. One without a connection checks an account
-- before it is stored; any process with its connector answers.
CREATE TABLE gateway_call (
  id uuid PRIMARY KEY,
  connection_id int,
  api text,
  kind text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'answered', 'refused')),
  answer jsonb,
  error text,
  user_id int,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT gateway_call_asked CHECK ((connection_id IS NULL) <> (api IS NULL))
);
CREATE INDEX gateway_call_waiting ON gateway_call (created_at) WHERE state = 'waiting';

-- A row is work at a gateway after a commit, tried until it is done. A template's review is one, because its webhook has only the name
-- and the rest must be read.
CREATE TABLE gateway_chore (
  id bigserial PRIMARY KEY,
  connection_id int NOT NULL REFERENCES connection ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('fetchMedia', 'fetchPicture', 'markRead', 'describeGroup', 'rejectCall', 'templateReview')),
  subject text NOT NULL,
  input jsonb NOT NULL,
  ready_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  UNIQUE (connection_id, kind, subject)
);
CREATE INDEX gateway_chore_ready ON gateway_chore (ready_at);
-- Due chores of some numbers, found without reading those of a number that is away.
CREATE INDEX gateway_chore_due ON gateway_chore (connection_id, ready_at);

-- ======================================================================================================================
-- 16 Live events
-- ======================================================================================================================

-- A row is a change that browsers are told of. Rows are in partitions of a day, so that a day is dropped and not deleted row by row
-- (docs/adr/0034-partitions-of-time.md); the default partition takes what has no day.
CREATE TABLE live_event (
  id bigserial NOT NULL,
  -- The transaction, by which a browser's cursor knows what it has not seen.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  topic text NOT NULL,
  ticket_id int,
  payload jsonb NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX live_event_cursor ON live_event (xid, id);
-- The first day lasts until the end of tomorrow; housekeeping makes the next ones.
DO $$
DECLARE
  until timestamptz := (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '2 days') AT TIME ZONE 'UTC';
  name text := to_char(until AT TIME ZONE 'UTC', '"live_event_until_"YYYY_MM_DD');
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF live_event FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
END $$;
CREATE TABLE live_event_default PARTITION OF live_event DEFAULT;

-- The one row is the newest transaction of which an event was deleted, so that a cursor that is too old is recognized.
CREATE TABLE live_floor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL
);
INSERT INTO live_floor (xid) VALUES (pg_current_xact_id());

-- ======================================================================================================================
-- 17 Saved views
-- ======================================================================================================================

-- A row is a view: a filter of the inbox with a name (D-553). It names queues, people, tags and connections by ids that may be gone, which the
-- view says. So may the queue that it is shared with, so that deleting a queue neither takes views away nor meets two of one name.
CREATE TABLE saved_view (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  queue_id int,
  name text NOT NULL,
  filter jsonb NOT NULL,
  sort text NOT NULL DEFAULT 'activity' CHECK (sort IN ('activity', 'wait', 'due')),
  -- Which facts its rows show (D-611); NULL: as every list shows them.
  columns text[]
);
CREATE UNIQUE INDEX saved_view_own_name_uq ON saved_view (user_id, lower(name)) WHERE queue_id IS NULL;
CREATE UNIQUE INDEX saved_view_queue_name_uq ON saved_view (queue_id, lower(name)) WHERE queue_id IS NOT NULL;
CREATE INDEX saved_view_user ON saved_view (user_id);

-- A row is a view that a person has as a tab.
CREATE TABLE saved_view_pin (
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  view_id int NOT NULL REFERENCES saved_view ON DELETE CASCADE,
  PRIMARY KEY (user_id, view_id)
);
CREATE INDEX saved_view_pin_view ON saved_view_pin (view_id);

-- ======================================================================================================================
-- 18 Quick answers, questions, answers of an AI server
-- ======================================================================================================================

-- A row is a text, with files, that everybody, a queue or one person may send, and what it does to the conversation; one of the two at least.
CREATE TABLE quick_answer (
  id serial PRIMARY KEY,
  shortcut text NOT NULL CHECK (char_length(shortcut) BETWEEN 2 AND 25),
  message text NOT NULL,
  -- The first file; the others follow in their order.
  file_id uuid REFERENCES file ON DELETE SET NULL,
  more_file_ids uuid[] NOT NULL DEFAULT '{}',
  queue_id int REFERENCES queue ON DELETE CASCADE,
  owner_id int REFERENCES user_account ON DELETE CASCADE,
  used_count int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Who made it.
  user_id int REFERENCES user_account ON DELETE SET NULL,
  -- Its texts as a search compares them: of thousands they take most of a search to normalize.
  shortcut_key text COLLATE "C" GENERATED ALWAYS AS (search_norm(shortcut)) STORED NOT NULL,
  search text GENERATED ALWAYS AS (search_norm(shortcut) || E'\n' || search_norm(message)) STORED NOT NULL,
  -- What it does after its text; NULL for nothing.
  deeds jsonb,
  CONSTRAINT quick_answer_scope CHECK (queue_id IS NULL OR owner_id IS NULL),
  CONSTRAINT quick_answer_says CHECK (char_length(message) BETWEEN 8 AND 30000 OR (message = '' AND deeds IS NOT NULL))
);
-- A shortcut is unique among those of its scope.
CREATE UNIQUE INDEX quick_answer_shortcut_uq ON quick_answer (coalesce(queue_id, 0), coalesce(owner_id, 0), lower(shortcut));
CREATE INDEX quick_answer_search ON quick_answer USING gin (search gin_trgm_ops);

-- A row is a question that the bot answers (D-173, D-179).
CREATE TABLE question (
  id serial PRIMARY KEY,
  question text NOT NULL CHECK (question <> ''),
  answer text NOT NULL CHECK (answer <> ''),
  -- NULL: the question of every queue.
  queue_id int REFERENCES queue ON DELETE SET NULL,
  opens_ticket boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Who made it.
  user_id int REFERENCES user_account ON DELETE SET NULL
);

-- A row is an answer of the AI server about a ticket; its key is the hash of what was asked. It holds what customers wrote, so it is deleted
-- with its ticket, and after 30 days.
CREATE TABLE ai_answer (
  ticket_id int NOT NULL REFERENCES ticket ON DELETE CASCADE,
  key bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, key)
);
CREATE INDEX ai_answer_created ON ai_answer (created_at);

-- A row is how much a person asked of the AI server on one day of the company, the last one with a request.
CREATE TABLE ai_use (
  user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
  day date NOT NULL,
  requests int NOT NULL
);

-- ======================================================================================================================
-- 19 Chats of colleagues
-- ======================================================================================================================

-- A row is a chat: of two people, `user_id` and `calling_user_id`, or of a group with a name. Deleted people keep their row, so the
-- references stay valid.
CREATE TABLE chat (
  id serial PRIMARY KEY,
  is_group boolean NOT NULL,
  group_name text,
  user_id int NOT NULL REFERENCES user_account,
  calling_user_id int REFERENCES user_account,
  last_message text NOT NULL DEFAULT '',
  last_message_id bigint,
  last_sender_id int REFERENCES user_account,
  last_activity timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (is_group = (calling_user_id IS NULL)),
  CHECK (is_group = (group_name IS NOT NULL)),
  CHECK (user_id <> calling_user_id)
);
CREATE UNIQUE INDEX chat_pair_uq ON chat (least(user_id, calling_user_id), greatest(user_id, calling_user_id)) WHERE NOT is_group;
CREATE INDEX chat_activity ON chat (last_activity DESC, id DESC);

-- A row is a participant, with the marker up to which they have read.
CREATE TABLE chat_participant (
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  unread int NOT NULL DEFAULT 0 CHECK (unread >= 0),
  read_message_id bigint,
  PRIMARY KEY (chat_id, user_id)
) WITH (fillfactor = 80);
CREATE INDEX chat_participant_user ON chat_participant (user_id, chat_id);

-- A row is a message of a chat.
CREATE TABLE chat_message (
  id bigserial PRIMARY KEY,
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  sender_id int NOT NULL REFERENCES user_account,
  type text NOT NULL CHECK (type IN ('chat', 'image', 'audio', 'video', 'document', 'location', 'vcard')),
  body text NOT NULL DEFAULT '',
  previous_body text,
  is_deleted boolean NOT NULL DEFAULT false,
  quoted_id bigint REFERENCES chat_message ON DELETE SET NULL,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  is_voice boolean NOT NULL DEFAULT false,
  client_key text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX chat_message_client_key_uq ON chat_message (sender_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX chat_message_page ON chat_message (chat_id, id DESC);
CREATE INDEX chat_message_quoted ON chat_message (quoted_id) WHERE quoted_id IS NOT NULL;

-- A row is a move of a marker: the first one at or after a message says when it was read.
CREATE TABLE chat_read (
  chat_id int NOT NULL REFERENCES chat ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES user_account,
  message_id bigint NOT NULL,
  read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (chat_id, user_id, message_id)
);

-- ======================================================================================================================
-- 20 Web push
-- ======================================================================================================================

-- A row is a browser that subscribed. It lives no longer than the session that registered it.
CREATE TABLE push_subscription (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES auth_session ON DELETE CASCADE,
  endpoint_hash bytea NOT NULL UNIQUE,
  p256dh text NOT NULL,
  endpoint_sealed text NOT NULL,
  auth_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

-- A row is something that happened, written with its cause; a worker makes deliveries of it.
CREATE TABLE push_event (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  -- The row of its kind: the message.
  object_id bigint NOT NULL
);

-- A row is a message for one browser.
CREATE TABLE push_delivery (
  id bigserial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  subscription_id int REFERENCES push_subscription ON DELETE SET NULL,
  -- What it is about, so that the right to it is judged again at each try; a test of a browser is about nothing.
  kind text,
  object_id bigint,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  -- Emptied when it has ended.
  payload jsonb NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- The last answer of the push service.
  status smallint
);
CREATE INDEX push_delivery_due ON push_delivery (due_at) WHERE state = 'queued';
CREATE INDEX push_delivery_subscription ON push_delivery (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX push_delivery_expiry ON push_delivery (expires_at);

-- ======================================================================================================================
-- 21 Outgoing webhooks
-- ======================================================================================================================

-- A row is a webhook of its owner, whose rights decide at each delivery (D-600). The keys are sealed; the earlier one signs until it is dropped.
CREATE TABLE hook (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  name text NOT NULL,
  address text NOT NULL,
  events text[] NOT NULL,
  reach text NOT NULL CHECK (reach IN ('all', 'queues', 'own')),
  queue_ids int[] NOT NULL,
  secret_sealed text NOT NULL,
  old_secret_sealed text,
  created_at timestamptz(3) NOT NULL,
  paused_at timestamptz(3),
  pause_reason text CHECK (pause_reason IN ('person', 'owner', 'gone', 'failing')),
  failing_since timestamptz(3),
  failures int NOT NULL DEFAULT 0,
  rest_until timestamptz(3),
  sent_at timestamptz(3),
  -- The token that has made it, with which it ends (D-684); NULL for one that an administrator made or resumed.
  token_id uuid,
  CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
);
CREATE INDEX hook_user ON hook (user_id);

-- The one row: the live events between `since` and `until` with ids above `after_id` are next, and `holder` is the process that works.
CREATE TABLE hook_reader (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  since text,
  until text,
  after_id bigint NOT NULL DEFAULT 0,
  holder uuid,
  lease_until timestamptz
);

-- A row is one event for one webhook, with the facts of the live event; the view is made when it leaves. Rows of a lane leave in order.
CREATE TABLE hook_delivery (
  id bigserial PRIMARY KEY,
  hook_id int NOT NULL REFERENCES hook ON DELETE CASCADE,
  key uuid NOT NULL DEFAULT gen_random_uuid(),
  event_id bigint,
  part int NOT NULL DEFAULT 0,
  event text NOT NULL,
  lane text NOT NULL,
  topic text NOT NULL,
  ticket_id int,
  object_id bigint,
  payload jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'withheld', 'dead')),
  attempts int NOT NULL DEFAULT 0,
  first_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  status int,
  fault text,
  ms int,
  ended_at timestamptz(3),
  body_sealed text,
  UNIQUE (hook_id, event_id, part)
);
CREATE INDEX hook_delivery_due ON hook_delivery (hook_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX hook_delivery_lane ON hook_delivery (hook_id, lane, id) WHERE state = 'waiting';
CREATE INDEX hook_delivery_log ON hook_delivery (hook_id, id);
CREATE INDEX hook_delivery_dead ON hook_delivery (hook_id, id) WHERE state = 'dead';

-- ======================================================================================================================
-- 22 Dashboard, reports and jobs
-- ======================================================================================================================

-- Daily figures, written by the worker. A row is a cell: a day of the company's zone, queue, person, connection and kind of contact.
-- Times are milliseconds of working time; `hours` are the tickets created from 08:00 to 19:59, per hour.
CREATE TABLE figure_ticket_cell (
  day date NOT NULL,
  queue_key int NOT NULL,
  user_key int NOT NULL,
  connection_key int NOT NULL,
  is_group boolean NOT NULL,
  created int NOT NULL,
  hours int[] NOT NULL,
  closed int NOT NULL,
  waits int NOT NULL,
  wait_ms bigint NOT NULL,
  handled int NOT NULL,
  handle_ms bigint NOT NULL,
  ratings int NOT NULL,
  rating_sum int NOT NULL,
  PRIMARY KEY (day, queue_key, user_key, connection_key, is_group)
);

-- A row is how many messages the same cell has.
CREATE TABLE figure_message_cell (
  day date NOT NULL,
  queue_key int NOT NULL,
  user_key int NOT NULL,
  connection_key int NOT NULL,
  is_group boolean NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (day, queue_key, user_key, connection_key, is_group)
);

-- A row is a past day: which part must be computed again, and the rule by which its working time was counted; NULL until it was.
CREATE TABLE figure_day (
  day date PRIMARY KEY,
  stale_tickets boolean NOT NULL DEFAULT true,
  stale_messages boolean NOT NULL DEFAULT true,
  rule text
);
CREATE INDEX figure_day_stale ON figure_day (day DESC) WHERE stale_tickets OR stale_messages;

-- A row says in which days a ticket is counted, so that they are found when it changes or is deleted.
CREATE TABLE figure_ticket (
  ticket_id int PRIMARY KEY,
  created_day date,
  closed_day date,
  facts bigint NOT NULL
);

-- The one row says up to which live event changes were noticed; `version` rises with each written day.
CREATE TABLE figure_state (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  cursor text,
  zone text NOT NULL DEFAULT '',
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO figure_state DEFAULT VALUES;

-- A row is a report of a person: the one that is being made, or a finished one of the last day.
CREATE TABLE report (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ticket', 'contact', 'queue', 'user', 'target', 'message')),
  format text NOT NULL CHECK (format IN ('pdf', 'csv', 'xlsx')),
  is_running boolean NOT NULL DEFAULT true,
  done_rows int NOT NULL DEFAULT 0,
  total_rows int NOT NULL,
  file_id uuid REFERENCES file ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the process that makes it was last heard of.
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- How many tickets that only hold a sent message are not in it.
  left_out int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX report_running_uq ON report (user_id) WHERE is_running;
CREATE INDEX report_user ON report (user_id, id DESC);
CREATE INDEX report_created ON report (created_at);
CREATE INDEX report_file ON report (file_id);

-- A row is work of one person that takes long, such as an import.
CREATE TABLE job (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled', 'failed')),
  done int NOT NULL DEFAULT 0,
  total int NOT NULL,
  -- What it did; NULL while it runs.
  result jsonb,
  is_cancel_asked boolean NOT NULL DEFAULT false,
  -- The advisory lock that the process of the job holds as long as it lives; NULL for a process that takes none.
  lock_key int,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the process that does it was last heard of.
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- What the person had lost when it was ended before its time; NULL for one that ended otherwise.
  ended_by text CHECK (ended_by IN ('session', 'account', 'right'))
);
CREATE UNIQUE INDEX job_running_uq ON job (user_id, kind) WHERE state = 'running';
-- Only one person at a time has the figures of the dashboard counted again.
CREATE UNIQUE INDEX job_figures_uq ON job (kind) WHERE state = 'running' AND kind = 'figureRecount';
CREATE INDEX job_user ON job (user_id, id DESC);

-- ======================================================================================================================
-- 23 Settings and notes
-- ======================================================================================================================

-- A row is a setting of the company that somebody changed; one without a row has its default.
CREATE TABLE setting (
  key text PRIMARY KEY,
  value text NOT NULL,
  -- By which the audit refers to it.
  id serial UNIQUE,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by int REFERENCES user_account ON DELETE SET NULL
);

-- A row is an update note, shown to everybody who signs in [D-021].
CREATE TABLE note (
  id serial PRIMARY KEY,
  -- Identifies the note in every installation and release, so that a corrected text replaces the old one.
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  text text NOT NULL,
  link text CHECK (link LIKE 'https://%'),
  published_at timestamptz NOT NULL
);
CREATE INDEX note_newest ON note (published_at DESC, id DESC);

-- ======================================================================================================================
-- 24 Processes and problems
-- ======================================================================================================================

-- A row is a process of ours; it deletes it when it stops, so that one which is no longer seen ended without a word.
CREATE TABLE process (
  id text PRIMARY KEY,
  program text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the volume of its data folder is nearly full.
  disk_low boolean NOT NULL
);

-- The one row is when a process looked for problems last.
CREATE TABLE problem_look (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  at timestamptz NOT NULL
);

-- A row is a problem of the last look, or one that was told within the last hour. Connection 0 is the installation.
CREATE TABLE problem (
  kind text NOT NULL,
  connection_id int NOT NULL,
  name text NOT NULL,
  value float8,
  began_at timestamptz,
  seen_at timestamptz NOT NULL,
  told_at timestamptz,
  is_open boolean NOT NULL,
  PRIMARY KEY (kind, connection_id)
);

-- A row is what people are told of at once: problems that began, or that ended.
CREATE TABLE alert (
  id bigserial PRIMARY KEY,
  event text NOT NULL CHECK (event IN ('began', 'ended')),
  problems jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- A row is an alert on its way: to the webhook, or to the address of an administrator. Pushes have rows of their own.
CREATE TABLE alert_delivery (
  id bigserial PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES alert ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('webhook', 'mail')),
  user_id int REFERENCES user_account ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  error text
);
CREATE INDEX alert_delivery_due ON alert_delivery (due_at) WHERE state = 'queued';
CREATE INDEX alert_delivery_alert ON alert_delivery (alert_id);

-- ======================================================================================================================
-- 25 Audit
-- ======================================================================================================================

-- Only an erasure changes the audit, and only in a transaction that says so.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME LIKE 'audit\_entry%' AND current_setting('balcao.erasure', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- A row says who did what. It names rows without references, because it outlives them. Rows are in partitions of a year, so that years
-- can be archived (docs/adr/0034-partitions-of-time.md); the default partition takes what has no year.
CREATE TABLE audit_entry (
  id bigserial NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- 'server' rows are evidence, 'client' rows are remarks that a browser sent (D-228).
  source text NOT NULL CHECK (source IN ('server', 'client')),
  action text NOT NULL,
  description text NOT NULL DEFAULT '',
  origin text NOT NULL DEFAULT '',
  user_id int,
  session_id uuid,
  ip text,
  ticket_id int,
  contact_id int,
  queue_id int,
  connection_id int,
  message_id bigint,
  subject_user_id int,
  -- A row of any other table, so that a feature needs no column of its own here.
  related_kind text,
  related_id int,
  PRIMARY KEY (id, at),
  CONSTRAINT audit_entry_related CHECK ((related_kind IS NULL) = (related_id IS NULL))
) PARTITION BY RANGE (at);
-- The audit in the order of its times, for each filter: what a page needs is a range of one index. Sent texts are most entries and are in
-- fewer of them: a page by time or area merges the indexes `_rest` with that of the actions, a page of a person with that of persons and
-- areas.
CREATE INDEX audit_entry_place_rest ON audit_entry (at, id) WHERE action <> 'message.send';
CREATE INDEX audit_entry_area_place_rest ON audit_entry (split_part(action, '.', 1), at, id) WHERE action <> 'message.send';
CREATE INDEX audit_entry_user_place_rest ON audit_entry (user_id, at, id) WHERE split_part(action, '.', 1) <> 'message';
CREATE INDEX audit_entry_user_area_place ON audit_entry (user_id, split_part(action, '.', 1), at, id);
CREATE INDEX audit_entry_action_place ON audit_entry (action, at, id);
CREATE INDEX audit_entry_ip_place ON audit_entry (ip, at, id) WHERE ip IS NOT NULL;
CREATE INDEX audit_entry_ticket_place ON audit_entry (ticket_id, at, id) WHERE ticket_id IS NOT NULL;
CREATE INDEX audit_entry_contact_place ON audit_entry (contact_id, at, id) WHERE contact_id IS NOT NULL;
CREATE INDEX audit_entry_subject_place ON audit_entry (subject_user_id, at, id) WHERE subject_user_id IS NOT NULL;
CREATE INDEX audit_entry_connection_place ON audit_entry (connection_id, at, id) WHERE connection_id IS NOT NULL;
CREATE INDEX audit_entry_queue_place ON audit_entry (queue_id, at, id) WHERE queue_id IS NOT NULL;
CREATE INDEX audit_entry_related_place ON audit_entry (related_kind, related_id, at, id) WHERE related_kind IS NOT NULL;
CREATE TABLE audit_entry_default PARTITION OF audit_entry DEFAULT;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A statement that names a partition fires the triggers of the partition alone.
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- The first year lasts for 60 days at least; housekeeping makes the next ones.
DO $$
DECLARE
  until timestamptz := (date_trunc('year', (now() + interval '60 days') AT TIME ZONE 'UTC') + interval '1 year') AT TIME ZONE 'UTC';
  name text := to_char(until AT TIME ZONE 'UTC', '"audit_entry_until_"YYYY');
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF audit_entry FOR VALUES FROM (MINVALUE) TO (%L)', name, until);
  EXECUTE format('CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
END $$;

-- A row is an entry that is not sealed yet. A queue instead of a search: sealing reads only new entries, and with their times one
-- partition, however long the audit is.
CREATE TABLE audit_unsealed (
  entry_id bigint PRIMARY KEY,
  at timestamptz NOT NULL
);
CREATE FUNCTION audit_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_queue AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_queue();

-- A row is a seal: a link of the chain of hashes, over the entries that it names.
CREATE TABLE audit_seal (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  entry_ids bigint[] NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  -- One for each entry, so that a broken one can be named.
  entry_hashes bytea[]
);
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row says which seal an entry is under.
CREATE TABLE audit_sealed (
  entry_id bigint PRIMARY KEY,
  seal_id bigint NOT NULL
);

-- A row is an entry whose text was erased after it was sealed: the hash that was sealed, by which the chain goes on, and that of what is left.
CREATE TABLE audit_erased (
  entry_id bigint PRIMARY KEY,
  sealed_hash bytea NOT NULL,
  left_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER audit_erased_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_erased FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row is a year that an operator took out. Its seals stay: the chain goes on over them, and its entries are not missing.
CREATE TABLE audit_archive (
  name text PRIMARY KEY,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  entries bigint NOT NULL,
  -- Ids between them that are of another year.
  others bigint[] NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER audit_archive_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes a partition of the audit out of it, which stays as a table of its own for the operator to copy and drop.
CREATE FUNCTION archive_audit(partition_name text) RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  taken record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'audit_entry'::regclass AND inhrelid = to_regclass(partition_name)) OR partition_name = 'audit_entry_default' THEN
    RAISE EXCEPTION '% is no partition of the audit that can be archived', partition_name;
  END IF;
  IF substring(pg_get_expr((SELECT relpartbound FROM pg_class WHERE oid = partition_name::regclass), partition_name::regclass) FROM 'TO \(''([^'']+)''\)')::timestamptz > now() THEN
    RAISE EXCEPTION '% has not ended yet', partition_name;
  END IF;
  -- A transaction that began before the end of the year may still add an entry to it.
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition_name);
  EXECUTE format('SELECT min(id) AS first, max(id) AS last, count(*) AS n FROM %I', partition_name) INTO taken;
  IF taken.n = 0 THEN RAISE EXCEPTION '% is empty', partition_name; END IF;
  IF EXISTS (SELECT FROM audit_unsealed WHERE entry_id BETWEEN taken.first AND taken.last) THEN
    RAISE EXCEPTION 'entries of % are not sealed yet: a worker with the role timers does it within seconds', partition_name;
  END IF;
  INSERT INTO audit_archive (name, first_id, last_id, entries, others) VALUES (partition_name, taken.first, taken.last, taken.n,
    ARRAY(SELECT id FROM audit_entry WHERE id BETWEEN taken.first AND taken.last AND tableoid <> partition_name::regclass));
  INSERT INTO audit_entry (source, action, description) VALUES ('server', 'audit.archive', partition_name);
  EXECUTE format('ALTER TABLE audit_entry DETACH PARTITION %I', partition_name);
  RETURN taken.n;
END $$;

-- ======================================================================================================================
-- 26 Erasure, exports of a person's data, deletion by age
-- ======================================================================================================================

-- A row is a person who was erased, without a name: what was deleted, and what may still hold it. The certificate is made of it.
CREATE TABLE erasure (
  id serial PRIMARY KEY,
  -- Without references: the contact is gone, and the certificate outlives its author.
  contact_id int NOT NULL,
  user_id int NOT NULL,
  at timestamptz(3) NOT NULL,
  deleted jsonb NOT NULL,
  remains jsonb NOT NULL,
  -- The contact and those merged into it, as [id, moment of creation] (D-640): what names nobody, and finds the same rows in a backup, so that
  -- its restore erases them again. NULL where nobody noted it.
  subjects jsonb
);
CREATE TRIGGER erasure_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row is an export of a person's data that is being read; one that was not seen for a minute has ended.
CREATE TABLE person_export (
  id serial PRIMARY KEY,
  contact_id int NOT NULL,
  user_id int NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- A row is how far the deletion by age of a kind has come; it walks through what is old once a day.
CREATE TABLE retention_walk (
  kind text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT '-infinity',
  id bigint NOT NULL DEFAULT 0,
  -- The day (UTC) on which the walk last came to its end.
  ended_on date
);

-- ======================================================================================================================
-- 27 Moving in from another system
-- ======================================================================================================================

-- A row is another system, by the name that its runs have (D-590).
CREATE TABLE moving_source (
  id serial PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- A row is a run of the import. A run that was cut goes on after `place` of `kind`. `figures` says whether what it makes counts.
CREATE TABLE moving_run (
  id serial PRIMARY KEY,
  source_id int NOT NULL REFERENCES moving_source,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'undone')),
  figures boolean NOT NULL DEFAULT false,
  kind text NOT NULL DEFAULT '',
  place text,
  counts jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  -- When it has last written something, and what it said at its end: for each kind what is there, here, and left out (D-673).
  advanced_at timestamptz(3),
  report jsonb
);
CREATE UNIQUE INDEX moving_run_one ON moving_run (source_id) WHERE state = 'running';

-- A row says what a row of the other system is here; without references, because it outlives them. `made`: the run inserted it. What was
-- left out has no id above 0 but minus the length of its text, and the reason as its state. `state` is what the other system said when it
-- was last read, so that a change is noticed.
CREATE TABLE moving_item (
  source_id int NOT NULL,
  kind text NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  run_id int NOT NULL,
  made boolean NOT NULL,
  state text,
  PRIMARY KEY (source_id, kind, key)
);
-- From which system a conversation came, for the facts of its messages (D-671).
CREATE INDEX moving_item_ticket ON moving_item (id) WHERE kind = 'tickets';

-- ======================================================================================================================
-- 28 Backups
-- ======================================================================================================================

-- A row is a backup that was made, so that people see when the last one was.
CREATE TABLE backup (
  id serial PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3) NOT NULL,
  bytes bigint NOT NULL,
  files int NOT NULL,
  encrypted boolean NOT NULL,
  -- After how many days the command deletes it; NULL where nobody said so.
  keep_days int
);

-- Our idle transactions end automatically, also in manual sessions under our role: an open write transaction delays retention everywhere.
-- A role that may not change itself goes on without it.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L', current_user, current_database(), '60s');
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
