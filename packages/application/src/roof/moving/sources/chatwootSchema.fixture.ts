/** The tables of Chatwoot that are read, with the names and types of its published schema (facts only): chatwoot/chatwoot, db/schema.rb of 2025. */
const TABLES = `
CREATE TABLE accounts (id serial PRIMARY KEY, name varchar NOT NULL, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(), locale integer DEFAULT 0,
  settings jsonb DEFAULT '{}', status integer DEFAULT 0);
CREATE TABLE users (id serial PRIMARY KEY, provider varchar NOT NULL DEFAULT 'email', uid varchar NOT NULL DEFAULT '', encrypted_password varchar NOT NULL DEFAULT '', name varchar NOT NULL,
  display_name varchar, email varchar, tokens json, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(), type varchar);
CREATE TABLE account_users (id bigserial PRIMARY KEY, account_id bigint, user_id bigint, role integer DEFAULT 0, created_at timestamp(6) NOT NULL DEFAULT now(), updated_at timestamp(6) NOT NULL DEFAULT now(),
  availability integer NOT NULL DEFAULT 0);
CREATE TABLE inboxes (id serial PRIMARY KEY, channel_id integer NOT NULL, account_id integer NOT NULL, name varchar NOT NULL, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(),
  channel_type varchar, email_address varchar);
CREATE TABLE channel_twilio_sms (id bigserial PRIMARY KEY, phone_number varchar, auth_token varchar NOT NULL, account_sid varchar NOT NULL, account_id integer NOT NULL, medium integer DEFAULT 0);
CREATE TABLE contacts (id serial PRIMARY KEY, name varchar DEFAULT '', email varchar, phone_number varchar, account_id integer NOT NULL, created_at timestamp NOT NULL DEFAULT now(),
  updated_at timestamp NOT NULL DEFAULT now(), additional_attributes jsonb DEFAULT '{}', identifier varchar, custom_attributes jsonb DEFAULT '{}', blocked boolean NOT NULL DEFAULT false);
CREATE TABLE contact_inboxes (id bigserial PRIMARY KEY, contact_id bigint, inbox_id bigint, source_id varchar NOT NULL, created_at timestamp(6) NOT NULL DEFAULT now(), updated_at timestamp(6) NOT NULL DEFAULT now());
CREATE TABLE teams (id bigserial PRIMARY KEY, name varchar NOT NULL, description text, account_id bigint NOT NULL, created_at timestamp(6) NOT NULL DEFAULT now(), updated_at timestamp(6) NOT NULL DEFAULT now());
CREATE TABLE conversations (id serial PRIMARY KEY, account_id integer NOT NULL, inbox_id integer NOT NULL, status integer NOT NULL DEFAULT 0, assignee_id integer, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL DEFAULT now(), contact_id bigint, display_id integer NOT NULL DEFAULT 0, contact_inbox_id bigint, identifier varchar, last_activity_at timestamp NOT NULL DEFAULT now(), team_id bigint,
  snoozed_until timestamp, first_reply_created_at timestamp, priority integer, waiting_since timestamp(6), cached_label_list text);
CREATE TABLE messages (id serial PRIMARY KEY, content text, account_id integer NOT NULL, inbox_id integer NOT NULL, conversation_id integer NOT NULL, message_type integer NOT NULL, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL DEFAULT now(), private boolean NOT NULL DEFAULT false, status integer DEFAULT 0, source_id varchar, content_type integer NOT NULL DEFAULT 0, content_attributes json DEFAULT '{}',
  sender_type varchar, sender_id bigint, external_source_ids jsonb DEFAULT '{}', additional_attributes jsonb DEFAULT '{}');
CREATE TABLE attachments (id serial PRIMARY KEY, file_type integer DEFAULT 0, external_url varchar, coordinates_lat double precision DEFAULT 0.0, coordinates_long double precision DEFAULT 0.0, message_id integer NOT NULL,
  account_id integer NOT NULL, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(), fallback_title varchar, extension varchar, meta jsonb DEFAULT '{}');
CREATE TABLE active_storage_blobs (id bigserial PRIMARY KEY, key varchar NOT NULL UNIQUE, filename varchar NOT NULL, content_type varchar, metadata text, byte_size bigint NOT NULL, checksum varchar,
  created_at timestamp NOT NULL DEFAULT now(), service_name varchar NOT NULL DEFAULT 'local');
CREATE TABLE active_storage_attachments (id bigserial PRIMARY KEY, name varchar NOT NULL, record_type varchar NOT NULL, record_id bigint NOT NULL, blob_id bigint NOT NULL, created_at timestamp NOT NULL DEFAULT now());
CREATE TABLE labels (id bigserial PRIMARY KEY, title varchar, description text, color varchar NOT NULL DEFAULT '#1f93ff', show_on_sidebar boolean, account_id bigint, created_at timestamp(6) NOT NULL DEFAULT now(),
  updated_at timestamp(6) NOT NULL DEFAULT now());
CREATE TABLE tags (id serial PRIMARY KEY, name varchar UNIQUE, taggings_count integer DEFAULT 0);
CREATE TABLE taggings (id serial PRIMARY KEY, tag_id integer, taggable_type varchar, taggable_id integer, tagger_type varchar, tagger_id integer, context varchar(128), created_at timestamp);
CREATE TABLE canned_responses (id serial PRIMARY KEY, account_id integer NOT NULL, short_code varchar, content text, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now());
CREATE TABLE csat_survey_responses (id bigserial PRIMARY KEY, account_id bigint NOT NULL, conversation_id bigint NOT NULL, message_id bigint NOT NULL, rating integer NOT NULL, feedback_message text, contact_id bigint NOT NULL,
  assigned_agent_id bigint, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL DEFAULT now());
`;

/** SQL that makes the tables in a schema `chatwoot`. */
export const CHATWOOT = `CREATE SCHEMA chatwoot; SET search_path = chatwoot; ${TABLES} SET search_path = public;`;
