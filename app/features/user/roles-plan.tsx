/** The plan of a change of roles: rows, effect, and the calls in order. */

import type { ChangeReply, PlanField } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import type { RoleCall } from '~/domain/role-changes'
import { assignedRole } from '~/domain/role-meaning'
import { href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import type { RolesPageData } from './role-choices.server'
import { RoleEffectSection } from './role-effect'
import { RoleMeanings } from './role-meaning'
import { rolePlanWords } from './role-names'
import { roleCallsIn, rolesFromLines } from './role-plan'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>

export function RolesPlan({ data, reply }: { data: RolesPageData; reply: PlanReply }) {
  const t = useT()
  const names = new Map(data.customers.map(({ id, name }) => [id, name]))
  const row = reply.plan.rows[0]
  const isOffboarding = row?.fields.some(({ name }) => name === 'access') ?? false
  return (
    <PlanForm
      reply={reply}
      words={{
        ...rolePlanWords(t),
        apply: t(isOffboarding ? 'main:user.roles.applyOffboard' : 'main:user.roles.apply'),
      }}
      look={isOffboarding ? 'danger' : 'primary'}
      cancelHref={href('user', data.at)}
    >
      {row?.effect === 'change' && <RoleOutlook data={data} lines={row.fields} names={names} />}
      {row?.effect === 'change' && <RoleCalls lines={row.fields} names={names} tenantName={data.tenantName} />}
      <RefusalReasons reply={reply} />
    </PlanForm>
  )
}

/** The effect of the change, and the permissions afterwards. */
function RoleOutlook({
  data,
  lines,
  names,
}: {
  data: RolesPageData
  lines: PlanField[]
  names: ReadonlyMap<string, string>
}) {
  const t = useT()
  const { sizes, tenantName, isRootTenant } = data
  const [before, after] = [rolesFromLines(lines, 'from'), rolesFromLines(lines, 'to')]
  const statuses = {
    before: assignedRole(before, { names, isRootTenant }),
    after: assignedRole(after, { names, isRootTenant }),
  }
  return (
    <>
      <RoleEffectSection
        before={before}
        after={after}
        statuses={statuses}
        customers={sizes?.customers ?? null}
        isCut={sizes?.isCut ?? false}
      />
      <Disclosure
        className="panel rounded-lg border border-line bg-surface py-2 *:[summary]:px-4"
        title={t('main:user.meaning.after')}
      >
        <RoleMeanings status={statuses.after} tenantName={tenantName} />
      </Disclosure>
    </>
  )
}

function RoleCalls({
  lines,
  names,
  tenantName,
}: {
  lines: PlanField[]
  names: ReadonlyMap<string, string>
  tenantName: string
}) {
  const t = useT()
  const format = useFormat()
  const nameOf = (id: string) => names.get(id) ?? id
  const words = (call: RoleCall) => {
    switch (call.call) {
      case 'addRole':
      case 'removeRole':
        return t(`main:user.roles.call.${call.call}`, { role: t(`role.${call.role}`), name: tenantName })
      case 'addCustomerPermissions':
        return t('main:user.roles.call.addCustomerPermissions', {
          role: t(`role.${call.roleInCustomer}`),
          name: nameOf(call.customerId),
        })
      case 'removeCustomerPermissions':
        return t('main:user.roles.call.removeCustomerPermissions', {
          names: format.list(
            call.permissions.map(({ customerId, role }) => `${nameOf(customerId)} (${t(`role.${role}`)})`),
          ),
        })
      case 'offboard':
        return t('main:user.roles.call.offboard')
    }
  }
  return (
    <Section title={t('main:user.roles.calls')}>
      <ol className="list-decimal ps-5">
        {roleCallsIn(lines).map((call) => (
          <li key={words(call)}>{words(call)}</li>
        ))}
      </ol>
    </Section>
  )
}

/** A refusal of several entities shows the reason of each (code 4100). */
function RefusalReasons({ reply: { problem } }: { reply: PlanReply }) {
  const t = useT()
  const keys = problem?.kind === 'refused' ? [...new Set(problem.entities.flatMap(({ key }) => key ?? []))] : []
  if (keys.length === 0) return null
  return (
    <ul className="list-disc ps-5 text-danger">
      {keys.map((key) => (
        <li key={key}>{errorText(t, key.replace(/^errors\./, 'errors:catalogue.'))}</li>
      ))}
    </ul>
  )
}
