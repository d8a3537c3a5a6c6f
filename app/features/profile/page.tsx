/** The signed-in person: record, personal settings, and the reasons of their roles (spec §2, §3, §6). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { nilId } from '#contracts/permissions'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { config } from '~/config.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { personFields } from '~/features/user/shared/fields'
import { PersonForm, personBody, personToForm, requestedPerson } from '~/features/user/shared/form'
import { PersonInputs } from '~/features/user/shared/inputs'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/kit/edit/edit-row'
import { EditSection } from '~/kit/edit/edit-section'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import { lastPlace, readerAt } from '~/kit/frame/last-place.server'
import { changePasswordHref } from '~/session/account-pages.server'
import { Email } from '~/ui/email'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { browserTimeZone, selectedTimeZone, timeZoneChoices } from '~/ui/time-zone.server'
import { hasDoNotTrack, hasOptedOut } from '~/usage/opt-out.server'
import { AnalyticsOptOut } from './analytics-opt-out'
import { ownRoles } from './own-roles.server'
import { profileRecord } from './profile-record.server'
import { RoleTable } from './role-table'
import { ShortcutSetting } from './shortcut-setting'
import { TimeZoneSetting } from './time-zone-setting'

export const handle = { title: (_, t) => t('main:profile.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args)
  const lastVisited = lastPlace(reader)
  const { tenants, tenantUsers } = reader.person.info
  const record = profileRecord(reader, args.request)
  const place = lastVisited.role === 'no-access' ? {} : { tenantId: lastVisited.tenantId ?? undefined }
  const { issuer, name, email, username } = reader.session.person
  const nameOf = (tenantId: string) => tenants.find((one) => one.tenantId === tenantId)?.name ?? tenantId
  return {
    frame: await frameData(readerAt(reader, lastVisited), place),
    who: {
      name: (record && displayName(record)) || name,
      initials: initialsOf(record ?? {}),
      email: record?.email ?? email,
      signedInWith: [username ?? email, new URL(issuer).host].filter(Boolean).join(' – '),
    },
    own: record && {
      tenantId: record.tenantId,
      tenantName: nameOf(record.tenantId),
      byRule: initialsOf({ firstName: record.firstName, lastName: record.lastName }),
      original: { version: record.eTag ?? '', values: personToForm(record) },
      formKey: newKey(),
    },
    records: tenantUsers.map(({ tenantId }) => ({
      tenantId,
      name: nameOf(tenantId),
      href: href('profile', {}, { tenant: tenantId }),
    })),
    roles: ownRoles(reader.person),
    zone: {
      selected: selectedTimeZone(args.request),
      reported: browserTimeZone(args.request),
      zones: timeZoneChoices(selectedTimeZone(args.request)),
      now: new Date().toISOString(),
    },
    counting: config().analytics && {
      isRefused: await hasOptedOut(reader.session.person),
      isRefusedByBrowser: hasDoNotTrack(Object.fromEntries(args.request.headers)),
    },
    passwordHref: changePasswordHref(),
    crumbs: [],
  }
}

export async function action(args: ActionFunctionArgs) {
  // `mutate` handles authentication errors, which keeps the typed values.
  const profile = await readerFor(args).then(
    (reader) => profileRecord(reader, args.request),
    () => null,
  )
  const tenantId = profile?.tenantId ?? nilId
  const userId = profile?.id ?? nilId
  return mutate(args, {
    name: 'user.editProfile',
    about: { kind: 'user', id: userId, name: profile ? displayName(profile) || profile.email : userId },
    options: { isDirect: true, tenantId, keepsUnchangedText: true },
    form: PersonForm,
    async plan({ form, read }) {
      const { tenantUsers } = await read(tenant.usersInfo, { query: { super: true } })
      const record = tenantUsers.find((one) => one.tenantId === tenantId)
      if (!record) return { rows: [] }
      const before = personToForm(record)
      const after = requestedPerson(form)
      const subject = { kind: 'user' as const, id: record.id, name: displayName(record) || record.email }
      return { rows: [editRow({ subject, before, after, version: record.eTag })], current: before }
    },
    async work({ form, plan, write, changeId }) {
      const path = { id: tenantId, userId }
      await write(tenant.updateProfile, { path, body: { ...personBody(form), eTag: plan.rows[0]?.version } }, [userId])
      // `lng` of a new language also stores it, so the next page is already in it; another language chosen here is
      // kept.
      const isNew = plan.rows[0]?.fields.some(({ name }) => name === 'language')
      return href('profile', {}, { tenant: tenantId, lng: isNew ? form.language : null, changed: changeId })
    },
  })
}

export default function Profile() {
  const t = useT()
  const { frame, who, own, roles, zone, counting, passwordHref } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      {own && <ChangedNotice tenantId={own.tenantId} />}
      <PageHeader
        name={t('main:profile.title')}
        status={<span className="text-soft">{t('main:profile.intro')}</span>}
      />
      <Columns>
        <Stack>
          {own && <OwnForm own={own} />}
          <TimeZoneSetting {...zone} tenant={own?.tenantId} />
          <ShortcutSetting tenant={own?.tenantId} />
          {counting && <AnalyticsOptOut tenant={own?.tenantId} {...counting} />}
          <p>
            <A href={href('ownLists', {})}>{t('main:profile.lists.title')}</A>
          </p>
          {passwordHref && (
            <p>
              <A href={passwordHref}>{t('main:profile.changePassword')}</A>
            </p>
          )}
          <Section title={t('main:profile.roles')} flush>
            <RoleTable roles={roles} />
          </Section>
        </Stack>
        <Section title={t('main:profile.who')}>
          <Facts
            facts={[
              { term: t('main:profile.name'), value: <bdi>{who.name}</bdi> },
              { term: t('main:profile.initials'), value: who.initials },
              { term: t('main:profile.email'), value: who.email && <Email>{who.email}</Email> },
              { term: t('main:profile.signedInWith'), value: <bdi className="wrap-anywhere">{who.signedInWith}</bdi> },
            ]}
          />
        </Section>
      </Columns>
    </SignedInFrame>
  )
}

type Own = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['own']>

function OwnForm({ own: { tenantId, tenantName, byRule, original, formKey } }: { own: Own }) {
  const t = useT()
  return (
    <EditSection
      id="profile"
      title={t('main:profile.edit')}
      intro={
        <>
          <Records tenantId={tenantId} />
          <p className="text-soft">{t('main:profile.editHint', { name: tenantName })}</p>
        </>
      }
      original={original}
      formKey={formKey}
      cancelHref={href('profile', {}, { tenant: tenantId })}
      fields={personFields}
    >
      {(form) => <PersonInputs form={form} derivedInitials={byRule} />}
    </EditSection>
  )
}

/** Links to the profiles of a person with records in several tenants. */
function Records({ tenantId }: Pick<Own, 'tenantId'>) {
  const t = useT()
  const { records } = useLoaderData<typeof loader>()
  if (records.length < 2) return null
  return (
    <div>
      <p>{t('main:profile.records')}</p>
      <ul className="flex flex-wrap gap-x-4">
        {records.map((record) => (
          <li key={record.tenantId}>
            <A href={record.href} aria-current={record.tenantId === tenantId ? 'true' : undefined}>
              <bdi>{record.name}</bdi>
            </A>
          </li>
        ))}
      </ul>
    </div>
  )
}
