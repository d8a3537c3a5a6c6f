const tenant = {
  caption: 'Customers',
  search: 'Name or code',
  show: 'Show',
  active: 'Active customers',
  archived: 'Archived customers',
  archivedBadge: 'Archived',
  empty: 'No customer yet',
  emptyHint: 'Customers of this tenant appear here as soon as there are some that you may enter.',
  emptyArchived: 'No archived customer',
  emptyArchivedHint: 'A customer that is archived can be read here, and is left alone otherwise.',
  emptySearch: 'No customer matches',
  emptySearchHint: 'Try another name or code, or clear the filter.',
  column: { customer: 'Customer', code: 'Code', groups: 'Site groups', sites: 'Sites', description: 'Description' },
}

export default tenant
