/** The migrations to the schema in `tables.ts`. A released migration is never edited. */
import { type CreateTableBuilder, type Kysely, type Migration, type MigrationProvider, sql } from 'kysely'
import type { Dialect } from './dialect.server'

/** The migrations are objects in the bundle, so that a single file can start anywhere. */
export function migrations(dialect: Dialect): MigrationProvider {
  const all: Record<string, Migration> = {
    '0001-spine': spine(dialect),
    '0002-people': people(dialect),
    '0003-signing-keys': signingKeys(dialect),
    '0004-tunnels': tunnels(dialect),
    '0005-outside': outside(dialect),
    '0006-trail-state': trailState(dialect),
    '0007-under-way': underWay,
    '0008-senders': senders,
    '0009-kept-replies': keptReplies,
    '0010-own-lists': ownLists(dialect),
    '0011-acknowledgement-ends': acknowledgementEnds(dialect),
    '0012-shift': shift(dialect),
    '0013-role-ends': roleEnds(dialect),
    '0015-run-out-turn': runOutTurn(dialect),
    '0016-uncounted': uncounted(dialect),
    '0017-shared-views': sharedViews(dialect),
  }
  return { getMigrations: async () => all }
}

function spine({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const table = (name: string): CreateTableBuilder<string, string> => strict(db.schema.createTable(name))

      await table('session')
        .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('tokens_sealed', 'text')
        .addColumn('access_expires_at', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addColumn('last_seen_at', 'integer', (c) => c.notNull())
        .addColumn('ended_at', 'integer')
        .addColumn('end_reason', 'text')
        .addColumn('last_tenant_id', 'text')
        .addColumn('last_customer_id', 'text')
        .addColumn('lock_owner', 'text')
        .addColumn('lock_until', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema.createIndex('session_created').on('session').column('created_at').execute()

      await table('pending_sign_in')
        .addColumn('state_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('browser_hash', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('return_to', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('pending_sign_in_created').on('pending_sign_in').column('created_at').execute()

      await table('idempotency')
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('mutation', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('body_hash', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('lease_until', 'integer', (c) => c.notNull())
        .addColumn('response_status', 'integer')
        .addColumn('response_location', 'text')
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('idempotency_key', ['person', 'mutation', 'key'])
        .execute()
      await db.schema.createIndex('idempotency_created').on('idempotency').column('created_at').execute()

      await table('trail')
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('request_id', 'text', (c) => c.notNull())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addColumn('entry', 'text', (c) => c.notNull())
        .addColumn('intent_sequence', 'integer')
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('actor_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text')
        .addColumn('mutation', 'text', (c) => c.notNull())
        .addColumn('subject_kind', 'text', (c) => c.notNull())
        .addColumn('subject_id', 'text', (c) => c.notNull())
        .addColumn('subject_name', 'text')
        .addColumn('subject_path', 'text')
        .addColumn('reason', 'text')
        .addColumn('before', 'text')
        .addColumn('after', 'text')
        .addColumn('calls', 'text')
        .addColumn('outcome', 'text')
        .addColumn('detail', 'text')
        .addColumn('address', 'text')
        .addColumn('user_agent', 'text')
        .addColumn('previous_hash', 'text', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('trail_line', ['tenant_id', 'sequence'])
        .execute()
      for (const [name, columns] of trailIndexes) {
        await db.schema.createIndex(name).on('trail').columns(columns).execute()
      }

      await table('chain_head')
        .addColumn('tenant_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .execute()

      await table('open_intent')
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('lease_owner', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('open_intent_line', ['tenant_id', 'sequence'])
        .execute()

      await table('process_lease')
        .addColumn('owner', 'text', (c) => c.primaryKey().notNull())
        .addColumn('until', 'integer', (c) => c.notNull())
        .execute()
    },
  }
}

/** Drafts of forms, forms of changes that may be finished later, and signed checkpoints. */
function people({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const table = (name: string): CreateTableBuilder<string, string> => strict(db.schema.createTable(name))

      await table('draft')
        .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('draft_created').on('draft').column('created_at').execute()

      await table('change_form')
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('change_form_key', ['tenant_id', 'change_id'])
        .execute()
      await db.schema.createIndex('change_form_created').on('change_form').column('created_at').execute()

      await table('checkpoint')
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('key_id', 'text', (c) => c.notNull())
        .addColumn('signature', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('checkpoint_line', ['tenant_id', 'sequence'])
        .execute()
    },
  }
}

/** Public keys of signed checkpoints. */
function signingKeys({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('signing_key') as CreateTableBuilder<string, string>)
        .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('public_key', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .execute()
    },
  }
}

/** The address of a tunnel, until its person has read it. */
function tunnels({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('shown_once'))
        .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('shown_once_created').on('shown_once').column('created_at').execute()
    },
  }
}

/** Rows found in the place of the next record of a chain, and the checkpoint before each checkpoint. */
function outside({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('checkpoint').addColumn('previous', 'integer').execute()
      await strict(db.schema.createTable('set_aside'))
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('row', 'text', (c) => c.notNull())
        .addColumn('set_aside_at', 'integer', (c) => c.notNull())
        .execute()
    },
  }
}

/** The identity of the actor, and the columns the trail is searched by. */
function trailState({ strict, indexNames }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('trail').addColumn('identity', 'text').execute()
      await strict(db.schema.createTable('trail_state'))
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('names', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('trail_state_line', ['tenant_id', 'sequence'])
        .execute()
      await indexNames(db)
      await sql`
        insert into trail_state (tenant_id, sequence, outcome, names)
        select t.tenant_id, t.sequence, coalesce(o.outcome, t.outcome, ''),
          lower(coalesce(t.subject_name, '') || ' ' || t.actor)
        from trail t
        left join trail o on o.tenant_id = t.tenant_id and o.intent_sequence = t.sequence and o.entry = 'outcome'
          and o.sequence = (
            select max(l.sequence) from trail l
            where l.tenant_id = t.tenant_id and l.intent_sequence = t.sequence and l.entry = 'outcome'
          )
        where t.entry in ('intent', 'refusal')
      `.execute(db)
      await db.schema
        .createIndex('trail_state_outcome')
        .on('trail_state')
        .columns(['tenant_id', 'outcome', 'sequence'])
        .execute()
      for (const [name, columns] of moreTrailIndexes)
        await db.schema.createIndex(name).on('trail').columns(columns).execute()
    },
  }
}

const moreTrailIndexes: [name: string, columns: string[]][] = [
  ['trail_identity', ['tenant_id', 'identity', 'sequence']],
  ['trail_mutation', ['tenant_id', 'mutation', 'sequence']],
  ['trail_subject_id', ['tenant_id', 'subject_id', 'sequence']],
]

/** The process that works on a form, and the change the form started. */
const underWay: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['owner', 'tenant_id', 'change_id'])
      await db.schema.alterTable('idempotency').addColumn(name, 'text').execute()
    await db.schema.createIndex('idempotency_change').on('idempotency').columns(['tenant_id', 'change_id']).execute()
    await db.schema.alterTable('change_form').addColumn('person', 'text').execute()
    await db.schema
      .alterTable('change_form')
      .addColumn('lacks_secret', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** The address that started a sign-in. */
const senders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('pending_sign_in')
      .addColumn('sender', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    for (const column of ['sender', 'browser_hash'])
      await db.schema
        .createIndex(`pending_sign_in_${column}`)
        .on('pending_sign_in')
        .columns([column, 'created_at'])
        .execute()
  },
}

/** Whether a draft is a typed form or the reply to one. */
const keptReplies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('draft')
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('form'))
      .execute()
    await db.schema.createIndex('draft_person').on('draft').columns(['person', 'kind', 'created_at']).execute()
  },
}

/** Saved views and list preferences of a person. */
function ownLists({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('saved_view'))
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('list', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('search', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addUniqueConstraint('saved_view_name', ['person', 'list', 'name'])
        .execute()
      await strict(db.schema.createTable('list_look'))
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('list', 'text', (c) => c.notNull())
        .addColumn('look', 'text', (c) => c.notNull())
        .addColumn('changed_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('list_look_of', ['person', 'list'])
        .execute()
    },
  }
}

/** When acknowledgements of alarms end. */
function acknowledgementEnds({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('acknowledgement_end'))
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text', (c) => c.notNull())
        .addColumn('alarm_id', 'text', (c) => c.notNull())
        .addColumn('device_id', 'text')
        .addColumn('ends_at', 'integer', (c) => c.notNull())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('acknowledgement_end_key', ['tenant_id', 'alarm_id'])
        .execute()
      await db.schema
        .createIndex('acknowledgement_end_at')
        .on('acknowledgement_end')
        .columns(['tenant_id', 'customer_id', 'ends_at'])
        .execute()
    },
  }
}

/** Notes for the next shift, and when a person last viewed them. */
function shift({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('shift_note'))
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text', (c) => c.notNull())
        .addColumn('site_id', 'text')
        .addColumn('site_name', 'text')
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('author', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('shift_note_of')
        .on('shift_note')
        .columns(['tenant_id', 'customer_id', 'created_at'])
        .execute()
      await strict(db.schema.createTable('shift_visit'))
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text', (c) => c.notNull())
        .addColumn('site_id', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'integer', (c) => c.notNull())
        .addColumn('before_at', 'integer')
        .addPrimaryKeyConstraint('shift_visit_of', ['person', 'tenant_id', 'customer_id', 'site_id'])
        .execute()
    },
  }
}

/** When temporary roles end. */
function roleEnds({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('role_end'))
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text', (c) => c.notNull())
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('last_day', 'text', (c) => c.notNull())
        .addColumn('ends_at', 'integer', (c) => c.notNull())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('role_end_key', ['tenant_id', 'user_id', 'customer_id', 'role'])
        .execute()
      await db.schema.createIndex('role_end_at').on('role_end').columns(['tenant_id', 'ends_at']).execute()
    },
  }
}

/** The console's own removal of expired roles: when it runs next, which process runs it, and how it ended. */
function runOutTurn({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('run_out_turn'))
        .addColumn('tenant_id', 'text', (c) => c.primaryKey())
        .addColumn('number', 'integer', (c) => c.notNull())
        .addColumn('owner', 'text')
        .addColumn('next_at', 'integer', (c) => c.notNull())
        .addColumn('tried_at', 'integer', (c) => c.notNull())
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('because', 'text')
        .addColumn('change_id', 'text')
        .addColumn('unsettled', 'text', (c) => c.notNull())
        .execute()
    },
  }
}

/** People who opted out of usage statistics. */
function uncounted({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('uncounted'))
        .addColumn('person', 'text', (c) => c.primaryKey().notNull())
        .addColumn('since', 'integer', (c) => c.notNull())
        .execute()
    },
  }
}

/** Views of lists that are shared with a customer. */
function sharedViews({ strict }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await strict(db.schema.createTable('shared_view'))
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('tenant_id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text', (c) => c.notNull())
        .addColumn('list', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('search', 'text', (c) => c.notNull())
        .addColumn('author', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addUniqueConstraint('shared_view_name', ['tenant_id', 'customer_id', 'list', 'name'])
        .execute()
    },
  }
}

const trailIndexes: [name: string, columns: string[]][] = [
  ['trail_at', ['tenant_id', 'at desc']],
  ['trail_subject', ['tenant_id', 'subject_kind', 'subject_id', 'sequence']],
  ['trail_actor', ['tenant_id', 'actor_id', 'sequence']],
  ['trail_change', ['tenant_id', 'change_id']],
  ['trail_intent', ['tenant_id', 'intent_sequence']],
  ['trail_customer', ['tenant_id', 'customer_id', 'sequence']],
  ['trail_customer_subject', ['tenant_id', 'customer_id', 'subject_kind', 'subject_id', 'sequence']],
  ['trail_customer_actor', ['tenant_id', 'customer_id', 'actor_id', 'sequence']],
]
