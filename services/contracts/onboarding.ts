/** Onboarding: how an installed controller becomes a known one (spec §7, domain §6.1, §6.3). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { licenceStates } from './licence-names'
import { ExcludedProducts, Id, oneOrMany, Paging, PathNode, page, Timestamp } from './scalars'

export const OnboardingStatus = z.enum([
  'notOnboarded',
  'pending',
  'provisioning',
  'awaitingConnection',
  'onboarded',
  'failed',
  'removed',
])
export type OnboardingStatus = z.infer<typeof OnboardingStatus>

export const OnboardingStepName = z.enum([
  'validate',
  'claim',
  'identity',
  'firstConnection',
  'inventory',
  'licence',
  'packages',
])
export type OnboardingStepName = z.infer<typeof OnboardingStepName>

export const OnboardingStep = z.looseObject({
  name: OnboardingStepName,
  status: z.enum(['waiting', 'running', 'done', 'failed', 'skipped']),
  at: Timestamp.nullish(),
  message: z.string().nullish(),
})
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const LicenceState = z.enum(licenceStates)

export const Licence = z.looseObject({
  id: Id,
  hostId: z.string(),
  product: z.string(),
  maxPoints: z.number().int(),
  usedPoints: z.number().int(),
  features: z.array(z.string()),
  state: LicenceState,
  issuedAt: Timestamp.nullish(),
  expiresAt: Timestamp.nullish(),
  vendor: z.string(),
})
export type Licence = z.infer<typeof Licence>

export const Onboarding = z.looseObject({
  deviceId: Id,
  hostId: z.string(),
  status: OnboardingStatus,
  steps: z.array(OnboardingStep),
  requestedBy: z.looseObject({ id: z.string(), fullName: z.string() }).nullish(),
  requestedAt: Timestamp.nullish(),
  completedAt: Timestamp.nullish(),
  failureCode: z.string().nullish(),
  publicIP: z.looseObject({ address: z.string(), observedAt: Timestamp, connectedToInternet: z.boolean() }).nullish(),
  device: z
    .looseObject({
      serialNumber: z.string().nullish(),
      macAddress: z.string().nullish(),
      modelName: z.string().nullish(),
      firmwareVersion: z.string().nullish(),
      hostName: z.string().nullish(),
    })
    .nullish(),
  licenses: z.array(Licence),
})
export type Onboarding = z.infer<typeof Onboarding>

/** A licence with its controller and its place in the tree. */
export const PlacedLicence = z.looseObject({
  device: z.looseObject({
    id: Id,
    name: z.string(),
    hostId: z.string().nullish(),
    productId: Id.nullish(),
    siteId: Id.nullish(),
    path: z.array(PathNode).optional(),
  }),
  licence: Licence,
})
export type PlacedLicence = z.infer<typeof PlacedLicence>

export const onboardingCalls = {
  findLicences: read('GET /x/licences', {
    area: 'licenses',
    capability: 'device.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      groupId: Id.optional(),
      siteId: Id.optional(),
      state: oneOrMany(LicenceState),
      /** A feature the licence includes. */
      feature: oneOrMany(z.string().max(100)),
      /** `used` (share of its points in use) or `name` of its controller; `-` reverses it. */
      sort: z.string().max(40).optional(),
    }),
    reply: page(PlacedLicence),
    meaning: 'List the licences of the onboarded controllers below a place, highest usage first.',
  }),
  onboardDevice: write('POST /devices/{id}/onboard', {
    area: 'onboarding',
    capability: 'device.onboard',
    status: 202,
    body: z.object({ hostId: z.string().trim().min(1).max(100), activationCode: z.string().trim().min(1).max(40) }),
    reply: Onboarding,
    errors: [4202, 4301, 4302, 4305, 4306, 4307, 4310],
    meaning: 'Start onboarding a controller with the host id and the activation code on its label.',
  }),
  getOnboarding: read('GET /devices/{id}/onboarding', {
    area: 'onboarding',
    capability: 'device.read',
    reply: Onboarding,
    meaning: 'Get the onboarding progress of a controller, with its licences and its public address.',
  }),
  removeOnboarding: write('DELETE /devices/{id}/onboarding', {
    area: 'onboarding',
    capability: 'device.onboard',
    status: 204,
    reply: z.unknown(),
    errors: [4202, 4304, 4306],
    meaning: 'Revoke the identity of a controller and close its tunnels; its inventory remains.',
  }),
}
