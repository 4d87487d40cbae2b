/**
 * The tables of two products, with the names and types of their published migrations (facts only): canove/whaticket-community and
 * ticketz-oss/ticketz, each backend/src/database/migrations.
 */
const COMMUNITY = `
CREATE TABLE "Users" (id serial PRIMARY KEY, name varchar(255) NOT NULL, email varchar(255) NOT NULL UNIQUE, "passwordHash" varchar(255) NOT NULL,
  "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL, profile varchar(255) NOT NULL DEFAULT 'admin', "tokenVersion" integer NOT NULL DEFAULT 0, "whatsappId" integer);
CREATE TABLE "Contacts" (id serial PRIMARY KEY, name varchar(255) NOT NULL, number varchar(255) UNIQUE, "profilePicUrl" varchar(255),
  "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL, email varchar(255) NOT NULL DEFAULT '', "isGroup" boolean NOT NULL DEFAULT false);
CREATE TABLE "Queues" (id serial PRIMARY KEY, name varchar(255) NOT NULL UNIQUE, color varchar(255) NOT NULL UNIQUE, "greetingMessage" text,
  "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL);
CREATE TABLE "Whatsapps" (id serial PRIMARY KEY, session text, qrcode text, status varchar(255), battery varchar(255), plugged boolean,
  "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL, name varchar(255) UNIQUE, "isDefault" boolean NOT NULL DEFAULT false, retries integer NOT NULL DEFAULT 0);
CREATE TABLE "Tickets" (id serial PRIMARY KEY, status varchar(255) NOT NULL DEFAULT 'pending', "lastMessage" text, "contactId" integer, "userId" integer,
  "createdAt" timestamptz, "updatedAt" timestamptz, "whatsappId" integer, "isGroup" boolean NOT NULL DEFAULT false, "unreadMessages" integer, "queueId" integer);
CREATE TABLE "Messages" (id varchar(255) PRIMARY KEY, body text NOT NULL, ack integer NOT NULL DEFAULT 0, read boolean NOT NULL DEFAULT false, "mediaType" varchar(255),
  "mediaUrl" varchar(255), "ticketId" integer, "createdAt" timestamptz(6), "updatedAt" timestamptz(6), "fromMe" boolean NOT NULL DEFAULT false,
  "isDeleted" boolean NOT NULL DEFAULT false, "contactId" integer, "quotedMsgId" varchar(255));
CREATE TABLE "QuickAnswers" (id serial PRIMARY KEY, shortcut text NOT NULL, message text NOT NULL, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL);
`;

/** What Ticketz has besides; its quick answers have another table. */
const TICKETZ = `
DROP TABLE "QuickAnswers";
CREATE TABLE "Companies" (id serial PRIMARY KEY, name varchar(255), "createdAt" timestamptz, "updatedAt" timestamptz);
ALTER TABLE "Users" ADD "companyId" integer;
ALTER TABLE "Contacts" ADD "companyId" integer, ADD channel text DEFAULT 'whatsapp', DROP CONSTRAINT "Contacts_number_key";
ALTER TABLE "Queues" ADD "companyId" integer;
ALTER TABLE "Whatsapps" ADD "companyId" integer, ADD channel text;
ALTER TABLE "Tickets" ADD "companyId" integer, ADD channel text DEFAULT 'whatsapp', ADD chatbot boolean, ADD uuid uuid;
ALTER TABLE "Messages" ADD "companyId" integer, ADD "remoteJid" text, ADD participant text, ADD "dataJson" text, ADD "queueId" integer, ADD channel text,
  ADD "isEdited" boolean NOT NULL DEFAULT false, DROP CONSTRAINT "Messages_pkey", ADD PRIMARY KEY (id, "ticketId");
CREATE TABLE "OldMessages" (id serial PRIMARY KEY, body text NOT NULL, "messageId" varchar(255), "ticketId" integer, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz);
CREATE TABLE "QuickMessages" (id serial PRIMARY KEY, shortcode varchar(255) NOT NULL, message text, "companyId" integer, "userId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "Tags" (id serial PRIMARY KEY, name varchar(255) NOT NULL, color varchar(255), kanban integer, "companyId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "TicketTags" ("ticketId" integer, "tagId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "ContactTags" ("contactId" integer, "tagId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "TicketNotes" (id serial PRIMARY KEY, note varchar(255) NOT NULL, "userId" integer, "contactId" integer, "ticketId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "UserRatings" (id serial PRIMARY KEY, "ticketId" integer, "companyId" integer, "userId" integer, rate integer, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "TicketTraking" (id serial PRIMARY KEY, "ticketId" integer, "companyId" integer, "whatsappId" integer, "userId" integer, "createdAt" timestamptz, "updatedAt" timestamptz,
  "queuedAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz, rated boolean, "ratingAt" timestamptz);
CREATE TABLE "WhatsappLidMaps" (id serial PRIMARY KEY, lid varchar(255), "companyId" integer, "contactId" integer, "createdAt" timestamptz, "updatedAt" timestamptz);
`;

/** SQL that makes the tables of a product in a schema of that name. */
export const schemaOf = (product: "community" | "ticketz"): string =>
  `CREATE SCHEMA ${product}; SET search_path = ${product}; ${COMMUNITY}${product === "ticketz" ? TICKETZ : ""} SET search_path = public;`;

/** The address of a database in which that schema is the one that is read. */
export const addressOf = (url: string, product: "community" | "ticketz"): string => `${url}?options=-csearch_path%3D${product}`;
