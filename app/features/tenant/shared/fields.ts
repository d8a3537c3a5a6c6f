/** Fields of a tenant (spec §5, domain §9.1). */
import type { FormDefinition } from '~/kit/edit/fields'

/** The code of a tenant is set when it is created, and cannot change. */
export const tenantFields = {
  name: {
    kind: 'text',
    label: (t) => t('field.name'),
    hint: (t) => t('main:tenant.form.nameHint'),
    maxLength: 120,
    isRequired: true,
    means: 'name',
  },
  tenantId: {
    kind: 'text',
    label: (t) => t('main:tenant.form.code'),
    hint: (t) => t('main:tenant.form.codeHint'),
    maxLength: 40,
    means: 'code',
  },
  domains: {
    kind: 'text',
    label: (t) => t('main:tenant.form.domains'),
    hint: (t) => t('main:tenant.form.domainsHint'),
    maxLength: 20_000,
    lines: 5,
    means: 'code',
  },
  isDisabled: {
    kind: 'box',
    label: (t) => t('main:tenant.form.isDisabled'),
    hint: (t) => t('main:tenant.form.isDisabledHint'),
  },
} satisfies FormDefinition
