/** The commands of whoever runs a console, by the name `npm run` knows them by, and their files in `app/commands`. */
export const operatorsCommands = {
  config: 'config',
  'audit:verify': 'audit-verify',
  'store:backup': 'store-backup',
  'store:move': 'store-move',
  'store:restore': 'store-restore',
}
