import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute } from "sequelize";
import { BelongsTo, DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional, Required } from "./columns.js";
import { User } from "./User.js";

/**
 * The session of a signed-in browser with its rotating refresh token; only hashes of tokens are
 * stored [M-9].
 */
@Table({ tableName: "auth_session", underscored: true, freezeTableName: true, timestamps: false })
export class AuthSession extends Model<InferAttributes<AuthSession>, InferCreationAttributes<AuthSession>> {
  @Key(DataType.UUID) declare id: string;
  @Required(DataType.INTEGER) declare userId: number;
  @Required(DataType.BLOB) declare refreshHash: Buffer;
  @Optional(DataType.BLOB) declare previousHash: Buffer | null;
  @Required(DataType.INTEGER, 0) declare counter: CreationOptional<number>;
  @Optional(DataType.DATE) declare successorUsedAt: Date | null;
  @Required(DataType.DATE, DataType.NOW) declare createdAt: CreationOptional<Date>;
  @Required(DataType.DATE, DataType.NOW) declare rotatedAt: CreationOptional<Date>;
  @Required(DataType.DATE) declare idleUntil: Date;
  @Required(DataType.DATE) declare absoluteUntil: Date;
  @Optional(DataType.DATE) declare revokedAt: Date | null;
  @Optional(DataType.TEXT) declare revokeReason: string | null;
  @Optional(DataType.TEXT) declare ip: string | null;
  @Optional(DataType.TEXT) declare userAgent: string | null;

  @BelongsTo(() => User, "userId") declare user?: NonAttribute<User>;
}
