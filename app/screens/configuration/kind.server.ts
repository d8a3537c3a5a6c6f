/** A kind of configuration as it is declared: its calls, its form, and what is wrong with a value of it. */
import type { z } from 'zod'
import type { deviceConfiguration as api } from '#contracts/device-configuration'
import type { Desk } from '~/change/desk'
import type { Option } from '~/ui/field'
import type { KindView } from './kind'

type Ask = Desk<unknown>['read']

/** The saved settings of one controller. */
export interface Saved {
  deviceId?: string | undefined
  eTag?: string | null | undefined
}

/** What the form of a kind asks for: the same value for each controller; fields left out stay as they are. */
export interface Settings<Value = object> {
  ids: string[]
  /** What the form of one controller was made from. */
  eTag: string | null
  value: Value
  /** The settings, by path, that were filled in while their no-change box stayed ticked. */
  overlooked: string[]
  /** Of a counted setting for several controllers: how much more each further one gets. */
  increment?: number
}

/** A save of the same body for controllers that go into one call. */
export interface SaveOf {
  ids: readonly string[]
  body: { value: object }
}

/** What to know before a value is saved that nothing forbids. */
export type Preflight<Value extends object = object, Of extends Saved = Saved> = (
  desk: Pick<Desk<unknown>, 'read' | 'may' | 'catalogues'>,
  given: {
    customerId: string
    /** With the site each stands in, where that is known. */
    controllers: readonly { id: string; siteId: string | undefined; saved: Of; value: Value }[]
  },
) => Promise<{
  /** Of each controller, by its id: a message key. */
  told: ReadonlyMap<string, string>
  /** What could not be looked up: message keys. */
  notes: string[]
}>

/** One of these, or nothing where it is not known. */
export interface KindFact {
  /** A message key. */
  term: string
  text?: string | null
  /** An ISO time. */
  moment?: string | null
  /** What a clock says, as an ISO time with its offset: how far it is off is told beside it. */
  clock?: string | null
}

export interface ConfigurationKind<Value extends object = object, Of extends Saved = Saved> {
  view: KindView
  read: typeof api.getNetwork | typeof api.getTime | typeof api.getBacnet
  /** The same for many, where a backend has it. */
  readMany: typeof api.networkOfMany | typeof api.timeOfMany | typeof api.bacnetOfMany
  save: typeof api.saveNetwork | typeof api.saveTime | typeof api.saveBacnet
  logs: typeof api.networkSendLogs | typeof api.timeSendLogs | typeof api.bacnetSendLogs
  /** What is saved as the settings name it by their paths, where the service has another shape for it. */
  shown?(saved: Saved): Of
  form: z.ZodType<Settings<Value>>
  /** Whether a controller has a group of settings at all. */
  supports(saved: Of, group: string): boolean
  /** What is wrong with a value for one controller, by path, as message keys. */
  problems(value: Value, current: Of): Record<string, string>
  preflight?(...given: Parameters<Preflight<Value, Of>>): ReturnType<Preflight>
  /** What one of several controllers gets, where that is not the same for all. */
  wantedOf?(settings: Settings<Value>, id: string): Value
  /** The calls that bring controllers what they get, in the service's shape; one with the value for all unless said. `before`: what changes of each, by path. */
  saves?(
    settings: Pick<Settings<Value>, 'ids' | 'value' | 'increment'>,
    ids: readonly string[],
    before: ReadonlyMap<string, object>,
  ): SaveOf[]
  /** The value that puts settings back, by their paths as a record keeps them. */
  valueFrom(kept: Readonly<Record<string, unknown>>): Value
  /** What a choice offers, by path. */
  options?(ask: Ask): Promise<Record<string, Option[]>>
  /** What a page of one controller tells beside its settings. */
  facts?(saved: Of): KindFact[]
}
