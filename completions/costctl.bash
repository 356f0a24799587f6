# bash completion for costctl. Written by npm run build.

# What may follow a path: its words, their other names, its options, its arguments.
_costctl_at() {
  words= aliases= options= arguments=
  case "$1" in
    '') words='profiles workspaces virtual-tags providers metrics filters users rates costs api sandbox schema whoami doctor completion tag-keys folders dashboards custom-provider kubernetes report-notifications cost-reports cost-filters cost-alerts budgets billing anomalies allocation teams apps audit-log contracting utility help' options='-V --version -p --profile --base-url -w --workspace -o --output --max-wait --timeout --retries --concurrency --no-color -q --quiet --debug --no-input --sandbox -h --help' ;;
    'profiles') words='add list show path set use rename remove' aliases='ls=list rm=remove' ;;
    'profiles add') options='--token-stdin --token-file --token-command --no-verify --use --dry-run +' arguments='@profiles' ;;
    'profiles list') options='+' ;;
    'profiles show') options='+' arguments='@profiles' ;;
    'profiles path') options='+' ;;
    'profiles set') options='--token-stdin --token-file --token-command --dry-run +' arguments='@profiles -*' ;;
    'profiles use') options='--dry-run +' arguments='@profiles' ;;
    'profiles rename') options='--dry-run +' arguments='@profiles @profiles' ;;
    'profiles remove') options='--dry-run -y --yes +' arguments='@profiles' ;;
    'workspaces') words='list get create update edit delete providers' aliases='ls=list rm=delete' ;;
    'workspaces list') options='--max --page --limit --param +' ;;
    'workspaces get') options='+' arguments='@workspaces' ;;
    'workspaces create') options='--data --set --set-json --dry-run +' ;;
    'workspaces update') options='--merge --data --set --set-json --dry-run +' arguments='@workspaces' ;;
    'workspaces edit') options='--dry-run +' arguments='@workspaces' ;;
    'workspaces delete') options='--confirm --dry-run +' arguments='@workspaces' ;;
    'workspaces providers') words='list get enable update remove' aliases='ls=list rm=remove' ;;
    'workspaces providers list') options='--max --page --limit --param +' ;;
    'workspaces providers get') options='+' arguments='@connections' ;;
    'workspaces providers enable') options='--data --set --set-json --dry-run +' ;;
    'workspaces providers update') options='--merge --data --set --set-json --dry-run +' arguments='@connections' ;;
    'workspaces providers remove') options='--dry-run -y --yes +' arguments='@connections' ;;
    'virtual-tags') words='create list get update delete activate deactivate' ;;
    'virtual-tags create') options='--data --set --set-json --dry-run +' ;;
    'virtual-tags list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'virtual-tags get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'virtual-tags update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'virtual-tags delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'virtual-tags activate') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'virtual-tags deactivate') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'providers') words='list get connect update delete available history test sync status cloud-connector provision-service-account' aliases='ls=list rm=delete' ;;
    'providers list') options='--max --page --limit --param --type +' ;;
    'providers get') options='+' arguments='@providers' ;;
    'providers connect') options='--key --credential --credentials --name --description --external-id --setting --sync-every --parent --dry-run +' ;;
    'providers update') options='--description --external-id --setting --sync-every --credential --credentials --clear --partial --test --dry-run +' arguments='@providers' ;;
    'providers delete') options='--dry-run -y --yes +' arguments='@providers' ;;
    'providers available') options='+' ;;
    'providers history') options='--limit +' arguments='@providers' ;;
    'providers test') options='--all +' arguments='@providers*' ;;
    'providers sync') options='--full --wait --wait-timeout --dry-run +' arguments='@providers' ;;
    'providers status') options='--stale +' ;;
    'providers cloud-connector') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'providers provision-service-account') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'metrics') words='list get create update delete values set import diff' aliases='ls=list rm=delete' ;;
    'metrics list') options='--max --page --limit --param +' ;;
    'metrics get') options='+' arguments='@metrics' ;;
    'metrics create') options='--name --unit --label-column --dry-run +' ;;
    'metrics update') options='--name --unit --dry-run +' arguments='@metrics' ;;
    'metrics delete') options='--dry-run -y --yes +' arguments='@metrics' ;;
    'metrics values') options='--from --to --last --month --last-month --month-to-date --include-today --max --page --limit --param +' arguments='@metrics' ;;
    'metrics set') options='--date --amount --label --dry-run +' arguments='@metrics' ;;
    'metrics import') options='--format --delimiter --sheet --excel-precision --decimal-comma --date-format --map --ignore-extra --allow-missing-labels --trim --duplicates --strict --skip-invalid --rejects --batch-size --check --verify --zero-extra --dry-run +' arguments='@metrics file' ;;
    'metrics diff') options='--format --delimiter --sheet --excel-precision --decimal-comma --date-format --map --ignore-extra --allow-missing-labels --trim --duplicates --strict --skip-invalid --rejects --check +' arguments='@metrics file' ;;
    'filters') words='list get create update delete' aliases='ls=list rm=delete' ;;
    'filters list') options='--max --page --limit --param +' ;;
    'filters get') options='+' arguments='@filters' ;;
    'filters create') options='--title --filter --default --dry-run +' ;;
    'filters update') options='--title --filter --default --no-default --dry-run +' arguments='@filters' ;;
    'filters delete') options='--dry-run -y --yes +' arguments='@filters' ;;
    'users') words='list get invite' aliases='ls=list' ;;
    'users list') options='--max --page --limit --param --include-removed --role --status -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'users get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='@users' ;;
    'users invite') options='--dry-run --email --first-name --last-name --role --from -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'rates') words='get list convert history policy' aliases='ls=list' ;;
    'rates get') options='--date -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='- -' ;;
    'rates list') options='--date --max --param -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'rates convert') options='--date -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='- - -' ;;
    'rates history') options='--from --to -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='- -' ;;
    'rates policy') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'costs') words='list export verify columns summary compare unit chart check forecast data-summary' aliases='ls=list' ;;
    'costs list') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --max --page --limit +' ;;
    'costs export') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --resume --allow-truncated --require-rows --types -O --out-file --columns --no-header --spreadsheet-safe --exact' ;;
    'costs verify') options='--live +' arguments='file file' ;;
    'costs columns') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt +' ;;
    'costs summary') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --convert-to --rate-date --rates --by --top --granularity --total --no-total +' ;;
    'costs compare') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --convert-to --rate-date --rates --by --against --per-day --top --sort --total --no-total +' ;;
    'costs unit') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --convert-to --rate-date --rates --metric --by --digits +' ;;
    'costs chart') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --convert-to --rate-date --rates --by --granularity --ascii +' ;;
    'costs check') options='--from --to --last --month --quarter --last-month --month-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --convert-to --rate-date --rates --max-total --max-increase --min-change --against --per-day --by --allow-empty +' ;;
    'costs forecast') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'costs data-summary') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'api') words='GET HEAD POST PUT PATCH DELETE request operations import diff' ;;
    'api GET') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' ;;
    'api HEAD') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' ;;
    'api POST') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api PUT') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' ;;
    'api PATCH') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api DELETE') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' ;;
    'api request') options='--param --data --set --set-json --dry-run -y --yes --paginate -i --include -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='=GET,HEAD,POST,PUT,PATCH,DELETE =/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api operations') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'api import') options='--dry-run --show --forget -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='file' ;;
    'api diff') options='--check -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' ;;
    'sandbox') words='serve reset' ;;
    'sandbox serve') options='--port --host --rate-limit --latency --rows-per-day --fail --seed --state --memory +' ;;
    'sandbox reset') options='--dry-run +' ;;
    'schema') options='+' arguments='-*' ;;
    'whoami') options='+' ;;
    'doctor') options='+' ;;
    'completion') words='bash zsh fish powershell' ;;
    'tag-keys') words='list get delete' ;;
    'tag-keys list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'tag-keys get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'tag-keys delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders') words='list create get update delete set-saved-filter' ;;
    'folders list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'folders set-saved-filter') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards') words='list create get update delete widget-create widget-get widget-update widget-delete set-saved-filter' ;;
    'dashboards list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards widget-create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards widget-get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards widget-update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards widget-delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'dashboards set-saved-filter') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'custom-provider') words='submit-costs-batch list-uploads upload-cost-files get-upload delete-upload' ;;
    'custom-provider submit-costs-batch') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'custom-provider list-uploads') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'custom-provider upload-cost-files') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'custom-provider get-upload') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'custom-provider delete-upload') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'kubernetes') words='report-usage' ;;
    'kubernetes report-usage') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications') words='list create get update delete activate deactivate' ;;
    'report-notifications list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications activate') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'report-notifications deactivate') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports') words='list create get update delete get-data' ;;
    'cost-reports list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-reports get-data') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-filters') words='translate' ;;
    'cost-filters translate') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts') words='list create get update delete get-events pause resume' ;;
    'cost-alerts list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts get-events') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts pause') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'cost-alerts resume') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'budgets') words='list create get update delete' ;;
    'budgets list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'budgets create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'budgets get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'budgets update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'budgets delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'billing') words='entitlement metered-usage' ;;
    'billing entitlement') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'billing metered-usage') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'anomalies') words='list acknowledge' ;;
    'anomalies list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'anomalies acknowledge') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation') words='rules-list rules-create rules-update rules-delete rules-reorder rules-preview coverage-read segments-list segments-create segments-update segments-delete' ;;
    'allocation rules-list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation rules-create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation rules-update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation rules-delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation rules-reorder') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation rules-preview') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation coverage-read') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation segments-list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation segments-create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation segments-update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'allocation segments-delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams') words='list create get update delete add-member update-member remove-member list-workspace-access set-workspace-access remove-workspace-access' ;;
    'teams list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams add-member') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams update-member') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams remove-member') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams list-workspace-access') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams set-workspace-access') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'teams remove-workspace-access') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'apps') words='list create get update delete' ;;
    'apps list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'apps create') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'apps get') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'apps update') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'apps delete') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'audit-log') words='list' ;;
    'audit-log list') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'contracting') words='data-processing-agreement-status' ;;
    'contracting data-processing-agreement-status') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'utility') words='current-token-info health-check' ;;
    'utility current-token-info') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'utility health-check') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe' arguments='-*' ;;
    'help') words='exit-codes environment output query' ;;
    '+') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe --exact' ;;
  esac
}

# What the value of an option is; empty where it takes none.
_costctl_value() {
  value=
  case "$1" in
    '-p'|'--profile') value='@profiles' ;;
    '--base-url') value='-' ;;
    '-w'|'--workspace') value='@workspaces' ;;
    '-o'|'--output') value='=table,json,ndjson,csv,tsv,yaml,markdown,xlsx,junit,github' ;;
    '--max-wait') value='-' ;;
    '--timeout') value='-' ;;
    '--retries') value='-' ;;
    '--concurrency') value='-' ;;
    '-O'|'--out-file') value='file' ;;
    '--columns') value='-' ;;
    '--query') value='-' ;;
  esac
  [[ -n $value ]] && return
  case "$2 $1" in
    'profiles add --token-file') value='file' ;;
    'profiles add --token-command') value='-' ;;
    'profiles set --token-file') value='file' ;;
    'profiles set --token-command') value='-' ;;
    'workspaces list --max') value='-' ;;
    'workspaces list --page') value='-' ;;
    'workspaces list --limit') value='-' ;;
    'workspaces list --param') value='-' ;;
    'workspaces create --data') value='-' ;;
    'workspaces create --set') value='-' ;;
    'workspaces create --set-json') value='-' ;;
    'workspaces update --data') value='-' ;;
    'workspaces update --set') value='-' ;;
    'workspaces update --set-json') value='-' ;;
    'workspaces delete --confirm') value='-' ;;
    'workspaces providers list --max') value='-' ;;
    'workspaces providers list --page') value='-' ;;
    'workspaces providers list --limit') value='-' ;;
    'workspaces providers list --param') value='-' ;;
    'workspaces providers enable --data') value='-' ;;
    'workspaces providers enable --set') value='-' ;;
    'workspaces providers enable --set-json') value='-' ;;
    'workspaces providers update --data') value='-' ;;
    'workspaces providers update --set') value='-' ;;
    'workspaces providers update --set-json') value='-' ;;
    'virtual-tags create --data') value='-' ;;
    'virtual-tags create --set') value='-' ;;
    'virtual-tags create --set-json') value='-' ;;
    'virtual-tags list -O'|'virtual-tags list --out-file') value='file' ;;
    'virtual-tags list --columns') value='-' ;;
    'virtual-tags list --query') value='-' ;;
    'virtual-tags get -O'|'virtual-tags get --out-file') value='file' ;;
    'virtual-tags get --columns') value='-' ;;
    'virtual-tags get --query') value='-' ;;
    'virtual-tags update -O'|'virtual-tags update --out-file') value='file' ;;
    'virtual-tags update --columns') value='-' ;;
    'virtual-tags update --query') value='-' ;;
    'virtual-tags delete -O'|'virtual-tags delete --out-file') value='file' ;;
    'virtual-tags delete --columns') value='-' ;;
    'virtual-tags delete --query') value='-' ;;
    'virtual-tags activate -O'|'virtual-tags activate --out-file') value='file' ;;
    'virtual-tags activate --columns') value='-' ;;
    'virtual-tags activate --query') value='-' ;;
    'virtual-tags deactivate -O'|'virtual-tags deactivate --out-file') value='file' ;;
    'virtual-tags deactivate --columns') value='-' ;;
    'virtual-tags deactivate --query') value='-' ;;
    'providers list --max') value='-' ;;
    'providers list --page') value='-' ;;
    'providers list --limit') value='-' ;;
    'providers list --param') value='-' ;;
    'providers list --type') value='-' ;;
    'providers connect --key') value='-' ;;
    'providers connect --credential') value='-' ;;
    'providers connect --credentials') value='-' ;;
    'providers connect --name') value='-' ;;
    'providers connect --description') value='-' ;;
    'providers connect --external-id') value='-' ;;
    'providers connect --setting') value='-' ;;
    'providers connect --sync-every') value='-' ;;
    'providers connect --parent') value='@providers' ;;
    'providers update --description') value='-' ;;
    'providers update --external-id') value='-' ;;
    'providers update --setting') value='-' ;;
    'providers update --sync-every') value='-' ;;
    'providers update --credential') value='-' ;;
    'providers update --credentials') value='-' ;;
    'providers update --clear') value='=description,external-id,credentials,settings,sync-every' ;;
    'providers history --limit') value='-' ;;
    'providers sync --wait-timeout') value='-' ;;
    'providers status --stale') value='-' ;;
    'providers cloud-connector -O'|'providers cloud-connector --out-file') value='file' ;;
    'providers cloud-connector --columns') value='-' ;;
    'providers cloud-connector --query') value='-' ;;
    'providers provision-service-account -O'|'providers provision-service-account --out-file') value='file' ;;
    'providers provision-service-account --columns') value='-' ;;
    'providers provision-service-account --query') value='-' ;;
    'metrics list --max') value='-' ;;
    'metrics list --page') value='-' ;;
    'metrics list --limit') value='-' ;;
    'metrics list --param') value='-' ;;
    'metrics create --name') value='-' ;;
    'metrics create --unit') value='-' ;;
    'metrics create --label-column') value='-' ;;
    'metrics update --name') value='-' ;;
    'metrics update --unit') value='-' ;;
    'metrics values --from') value='-' ;;
    'metrics values --to') value='-' ;;
    'metrics values --last') value='-' ;;
    'metrics values --month') value='-' ;;
    'metrics values --max') value='-' ;;
    'metrics values --page') value='-' ;;
    'metrics values --limit') value='-' ;;
    'metrics values --param') value='-' ;;
    'metrics set --date') value='-' ;;
    'metrics set --amount') value='-' ;;
    'metrics set --label') value='-' ;;
    'metrics import --format') value='=csv,tsv,json,ndjson,xlsx' ;;
    'metrics import --delimiter') value='=tab' ;;
    'metrics import --sheet') value='-' ;;
    'metrics import --date-format') value='=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY' ;;
    'metrics import --map') value='-' ;;
    'metrics import --duplicates') value='=first,last,sum' ;;
    'metrics import --rejects') value='file' ;;
    'metrics import --batch-size') value='-' ;;
    'metrics diff --format') value='=csv,tsv,json,ndjson,xlsx' ;;
    'metrics diff --delimiter') value='=tab' ;;
    'metrics diff --sheet') value='-' ;;
    'metrics diff --date-format') value='=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY' ;;
    'metrics diff --map') value='-' ;;
    'metrics diff --duplicates') value='=first,last,sum' ;;
    'metrics diff --rejects') value='file' ;;
    'filters list --max') value='-' ;;
    'filters list --page') value='-' ;;
    'filters list --limit') value='-' ;;
    'filters list --param') value='-' ;;
    'filters create --title') value='-' ;;
    'filters create --filter') value='-' ;;
    'filters update --title') value='-' ;;
    'filters update --filter') value='-' ;;
    'users list --max') value='-' ;;
    'users list --page') value='-' ;;
    'users list --limit') value='-' ;;
    'users list --param') value='-' ;;
    'users list --role') value='=viewer,editor,integrationOwner,owner' ;;
    'users list --status') value='-' ;;
    'users list -O'|'users list --out-file') value='file' ;;
    'users list --columns') value='-' ;;
    'users list --query') value='-' ;;
    'users get -O'|'users get --out-file') value='file' ;;
    'users get --columns') value='-' ;;
    'users get --query') value='-' ;;
    'users invite --email') value='-' ;;
    'users invite --first-name') value='-' ;;
    'users invite --last-name') value='-' ;;
    'users invite --role') value='=viewer,editor,integrationOwner,owner' ;;
    'users invite --from') value='file' ;;
    'users invite -O'|'users invite --out-file') value='file' ;;
    'users invite --columns') value='-' ;;
    'users invite --query') value='-' ;;
    'rates get --date') value='-' ;;
    'rates get -O'|'rates get --out-file') value='file' ;;
    'rates get --columns') value='-' ;;
    'rates get --query') value='-' ;;
    'rates list --date') value='-' ;;
    'rates list --max') value='-' ;;
    'rates list --param') value='-' ;;
    'rates list -O'|'rates list --out-file') value='file' ;;
    'rates list --columns') value='-' ;;
    'rates list --query') value='-' ;;
    'rates convert --date') value='-' ;;
    'rates convert -O'|'rates convert --out-file') value='file' ;;
    'rates convert --columns') value='-' ;;
    'rates convert --query') value='-' ;;
    'rates history --from') value='-' ;;
    'rates history --to') value='-' ;;
    'rates history -O'|'rates history --out-file') value='file' ;;
    'rates history --columns') value='-' ;;
    'rates history --query') value='-' ;;
    'rates policy -O'|'rates policy --out-file') value='file' ;;
    'rates policy --columns') value='-' ;;
    'rates policy --query') value='-' ;;
    'costs list --from') value='-' ;;
    'costs list --to') value='-' ;;
    'costs list --last') value='-' ;;
    'costs list --month') value='-' ;;
    'costs list --quarter') value='-' ;;
    'costs list --where') value='-' ;;
    'costs list --param') value='-' ;;
    'costs list --date-column') value='-' ;;
    'costs list --amount-column') value='-' ;;
    'costs list --currency-column') value='-' ;;
    'costs list --receipt') value='file' ;;
    'costs list --max') value='-' ;;
    'costs list --page') value='-' ;;
    'costs list --limit') value='-' ;;
    'costs export --from') value='-' ;;
    'costs export --to') value='-' ;;
    'costs export --last') value='-' ;;
    'costs export --month') value='-' ;;
    'costs export --quarter') value='-' ;;
    'costs export --where') value='-' ;;
    'costs export --param') value='-' ;;
    'costs export --date-column') value='-' ;;
    'costs export --amount-column') value='-' ;;
    'costs export --currency-column') value='-' ;;
    'costs export --receipt') value='file' ;;
    'costs export --types') value='-' ;;
    'costs export -O'|'costs export --out-file') value='file' ;;
    'costs export --columns') value='-' ;;
    'costs columns --from') value='-' ;;
    'costs columns --to') value='-' ;;
    'costs columns --last') value='-' ;;
    'costs columns --month') value='-' ;;
    'costs columns --quarter') value='-' ;;
    'costs columns --where') value='-' ;;
    'costs columns --param') value='-' ;;
    'costs columns --date-column') value='-' ;;
    'costs columns --amount-column') value='-' ;;
    'costs columns --currency-column') value='-' ;;
    'costs columns --receipt') value='file' ;;
    'costs summary --from') value='-' ;;
    'costs summary --to') value='-' ;;
    'costs summary --last') value='-' ;;
    'costs summary --month') value='-' ;;
    'costs summary --quarter') value='-' ;;
    'costs summary --where') value='-' ;;
    'costs summary --param') value='-' ;;
    'costs summary --date-column') value='-' ;;
    'costs summary --amount-column') value='-' ;;
    'costs summary --currency-column') value='-' ;;
    'costs summary --receipt') value='file' ;;
    'costs summary --convert-to') value='-' ;;
    'costs summary --rate-date') value='-' ;;
    'costs summary --rates') value='file' ;;
    'costs summary --by') value='-' ;;
    'costs summary --top') value='-' ;;
    'costs summary --granularity') value='=day,week,month' ;;
    'costs compare --from') value='-' ;;
    'costs compare --to') value='-' ;;
    'costs compare --last') value='-' ;;
    'costs compare --month') value='-' ;;
    'costs compare --quarter') value='-' ;;
    'costs compare --where') value='-' ;;
    'costs compare --param') value='-' ;;
    'costs compare --date-column') value='-' ;;
    'costs compare --amount-column') value='-' ;;
    'costs compare --currency-column') value='-' ;;
    'costs compare --receipt') value='file' ;;
    'costs compare --convert-to') value='-' ;;
    'costs compare --rate-date') value='-' ;;
    'costs compare --rates') value='file' ;;
    'costs compare --by') value='-' ;;
    'costs compare --against') value='-' ;;
    'costs compare --top') value='-' ;;
    'costs compare --sort') value='=after,before,change,name' ;;
    'costs unit --from') value='-' ;;
    'costs unit --to') value='-' ;;
    'costs unit --last') value='-' ;;
    'costs unit --month') value='-' ;;
    'costs unit --quarter') value='-' ;;
    'costs unit --where') value='-' ;;
    'costs unit --param') value='-' ;;
    'costs unit --date-column') value='-' ;;
    'costs unit --amount-column') value='-' ;;
    'costs unit --currency-column') value='-' ;;
    'costs unit --receipt') value='file' ;;
    'costs unit --convert-to') value='-' ;;
    'costs unit --rate-date') value='-' ;;
    'costs unit --rates') value='file' ;;
    'costs unit --metric') value='@metrics' ;;
    'costs unit --by') value='-' ;;
    'costs unit --digits') value='-' ;;
    'costs chart --from') value='-' ;;
    'costs chart --to') value='-' ;;
    'costs chart --last') value='-' ;;
    'costs chart --month') value='-' ;;
    'costs chart --quarter') value='-' ;;
    'costs chart --where') value='-' ;;
    'costs chart --param') value='-' ;;
    'costs chart --date-column') value='-' ;;
    'costs chart --amount-column') value='-' ;;
    'costs chart --currency-column') value='-' ;;
    'costs chart --receipt') value='file' ;;
    'costs chart --convert-to') value='-' ;;
    'costs chart --rate-date') value='-' ;;
    'costs chart --rates') value='file' ;;
    'costs chart --by') value='-' ;;
    'costs chart --granularity') value='=day,week,month' ;;
    'costs check --from') value='-' ;;
    'costs check --to') value='-' ;;
    'costs check --last') value='-' ;;
    'costs check --month') value='-' ;;
    'costs check --quarter') value='-' ;;
    'costs check --where') value='-' ;;
    'costs check --param') value='-' ;;
    'costs check --date-column') value='-' ;;
    'costs check --amount-column') value='-' ;;
    'costs check --currency-column') value='-' ;;
    'costs check --receipt') value='file' ;;
    'costs check --convert-to') value='-' ;;
    'costs check --rate-date') value='-' ;;
    'costs check --rates') value='file' ;;
    'costs check --max-total') value='-' ;;
    'costs check --max-increase') value='-' ;;
    'costs check --min-change') value='-' ;;
    'costs check --against') value='-' ;;
    'costs check --by') value='-' ;;
    'costs forecast -O'|'costs forecast --out-file') value='file' ;;
    'costs forecast --columns') value='-' ;;
    'costs forecast --query') value='-' ;;
    'costs data-summary -O'|'costs data-summary --out-file') value='file' ;;
    'costs data-summary --columns') value='-' ;;
    'costs data-summary --query') value='-' ;;
    'api GET --param') value='-' ;;
    'api GET --data') value='-' ;;
    'api GET --set') value='-' ;;
    'api GET --set-json') value='-' ;;
    'api GET -O'|'api GET --out-file') value='file' ;;
    'api GET --columns') value='-' ;;
    'api GET --query') value='-' ;;
    'api HEAD --param') value='-' ;;
    'api HEAD --data') value='-' ;;
    'api HEAD --set') value='-' ;;
    'api HEAD --set-json') value='-' ;;
    'api HEAD -O'|'api HEAD --out-file') value='file' ;;
    'api HEAD --columns') value='-' ;;
    'api HEAD --query') value='-' ;;
    'api POST --param') value='-' ;;
    'api POST --data') value='-' ;;
    'api POST --set') value='-' ;;
    'api POST --set-json') value='-' ;;
    'api POST -O'|'api POST --out-file') value='file' ;;
    'api POST --columns') value='-' ;;
    'api POST --query') value='-' ;;
    'api PUT --param') value='-' ;;
    'api PUT --data') value='-' ;;
    'api PUT --set') value='-' ;;
    'api PUT --set-json') value='-' ;;
    'api PUT -O'|'api PUT --out-file') value='file' ;;
    'api PUT --columns') value='-' ;;
    'api PUT --query') value='-' ;;
    'api PATCH --param') value='-' ;;
    'api PATCH --data') value='-' ;;
    'api PATCH --set') value='-' ;;
    'api PATCH --set-json') value='-' ;;
    'api PATCH -O'|'api PATCH --out-file') value='file' ;;
    'api PATCH --columns') value='-' ;;
    'api PATCH --query') value='-' ;;
    'api DELETE --param') value='-' ;;
    'api DELETE --data') value='-' ;;
    'api DELETE --set') value='-' ;;
    'api DELETE --set-json') value='-' ;;
    'api DELETE -O'|'api DELETE --out-file') value='file' ;;
    'api DELETE --columns') value='-' ;;
    'api DELETE --query') value='-' ;;
    'api request --param') value='-' ;;
    'api request --data') value='-' ;;
    'api request --set') value='-' ;;
    'api request --set-json') value='-' ;;
    'api request -O'|'api request --out-file') value='file' ;;
    'api request --columns') value='-' ;;
    'api request --query') value='-' ;;
    'api operations -O'|'api operations --out-file') value='file' ;;
    'api operations --columns') value='-' ;;
    'api operations --query') value='-' ;;
    'api import -O'|'api import --out-file') value='file' ;;
    'api import --columns') value='-' ;;
    'api import --query') value='-' ;;
    'api diff -O'|'api diff --out-file') value='file' ;;
    'api diff --columns') value='-' ;;
    'api diff --query') value='-' ;;
    'sandbox serve --port') value='-' ;;
    'sandbox serve --host') value='-' ;;
    'sandbox serve --rate-limit') value='-' ;;
    'sandbox serve --latency') value='-' ;;
    'sandbox serve --rows-per-day') value='-' ;;
    'sandbox serve --fail') value='-' ;;
    'sandbox serve --seed') value='-' ;;
    'sandbox serve --state') value='file' ;;
    'tag-keys list -O'|'tag-keys list --out-file') value='file' ;;
    'tag-keys list --columns') value='-' ;;
    'tag-keys list --query') value='-' ;;
    'tag-keys get -O'|'tag-keys get --out-file') value='file' ;;
    'tag-keys get --columns') value='-' ;;
    'tag-keys get --query') value='-' ;;
    'tag-keys delete -O'|'tag-keys delete --out-file') value='file' ;;
    'tag-keys delete --columns') value='-' ;;
    'tag-keys delete --query') value='-' ;;
    'folders list -O'|'folders list --out-file') value='file' ;;
    'folders list --columns') value='-' ;;
    'folders list --query') value='-' ;;
    'folders create -O'|'folders create --out-file') value='file' ;;
    'folders create --columns') value='-' ;;
    'folders create --query') value='-' ;;
    'folders get -O'|'folders get --out-file') value='file' ;;
    'folders get --columns') value='-' ;;
    'folders get --query') value='-' ;;
    'folders update -O'|'folders update --out-file') value='file' ;;
    'folders update --columns') value='-' ;;
    'folders update --query') value='-' ;;
    'folders delete -O'|'folders delete --out-file') value='file' ;;
    'folders delete --columns') value='-' ;;
    'folders delete --query') value='-' ;;
    'folders set-saved-filter -O'|'folders set-saved-filter --out-file') value='file' ;;
    'folders set-saved-filter --columns') value='-' ;;
    'folders set-saved-filter --query') value='-' ;;
    'dashboards list -O'|'dashboards list --out-file') value='file' ;;
    'dashboards list --columns') value='-' ;;
    'dashboards list --query') value='-' ;;
    'dashboards create -O'|'dashboards create --out-file') value='file' ;;
    'dashboards create --columns') value='-' ;;
    'dashboards create --query') value='-' ;;
    'dashboards get -O'|'dashboards get --out-file') value='file' ;;
    'dashboards get --columns') value='-' ;;
    'dashboards get --query') value='-' ;;
    'dashboards update -O'|'dashboards update --out-file') value='file' ;;
    'dashboards update --columns') value='-' ;;
    'dashboards update --query') value='-' ;;
    'dashboards delete -O'|'dashboards delete --out-file') value='file' ;;
    'dashboards delete --columns') value='-' ;;
    'dashboards delete --query') value='-' ;;
    'dashboards widget-create -O'|'dashboards widget-create --out-file') value='file' ;;
    'dashboards widget-create --columns') value='-' ;;
    'dashboards widget-create --query') value='-' ;;
    'dashboards widget-get -O'|'dashboards widget-get --out-file') value='file' ;;
    'dashboards widget-get --columns') value='-' ;;
    'dashboards widget-get --query') value='-' ;;
    'dashboards widget-update -O'|'dashboards widget-update --out-file') value='file' ;;
    'dashboards widget-update --columns') value='-' ;;
    'dashboards widget-update --query') value='-' ;;
    'dashboards widget-delete -O'|'dashboards widget-delete --out-file') value='file' ;;
    'dashboards widget-delete --columns') value='-' ;;
    'dashboards widget-delete --query') value='-' ;;
    'dashboards set-saved-filter -O'|'dashboards set-saved-filter --out-file') value='file' ;;
    'dashboards set-saved-filter --columns') value='-' ;;
    'dashboards set-saved-filter --query') value='-' ;;
    'custom-provider submit-costs-batch -O'|'custom-provider submit-costs-batch --out-file') value='file' ;;
    'custom-provider submit-costs-batch --columns') value='-' ;;
    'custom-provider submit-costs-batch --query') value='-' ;;
    'custom-provider list-uploads -O'|'custom-provider list-uploads --out-file') value='file' ;;
    'custom-provider list-uploads --columns') value='-' ;;
    'custom-provider list-uploads --query') value='-' ;;
    'custom-provider upload-cost-files -O'|'custom-provider upload-cost-files --out-file') value='file' ;;
    'custom-provider upload-cost-files --columns') value='-' ;;
    'custom-provider upload-cost-files --query') value='-' ;;
    'custom-provider get-upload -O'|'custom-provider get-upload --out-file') value='file' ;;
    'custom-provider get-upload --columns') value='-' ;;
    'custom-provider get-upload --query') value='-' ;;
    'custom-provider delete-upload -O'|'custom-provider delete-upload --out-file') value='file' ;;
    'custom-provider delete-upload --columns') value='-' ;;
    'custom-provider delete-upload --query') value='-' ;;
    'kubernetes report-usage -O'|'kubernetes report-usage --out-file') value='file' ;;
    'kubernetes report-usage --columns') value='-' ;;
    'kubernetes report-usage --query') value='-' ;;
    'report-notifications list -O'|'report-notifications list --out-file') value='file' ;;
    'report-notifications list --columns') value='-' ;;
    'report-notifications list --query') value='-' ;;
    'report-notifications create -O'|'report-notifications create --out-file') value='file' ;;
    'report-notifications create --columns') value='-' ;;
    'report-notifications create --query') value='-' ;;
    'report-notifications get -O'|'report-notifications get --out-file') value='file' ;;
    'report-notifications get --columns') value='-' ;;
    'report-notifications get --query') value='-' ;;
    'report-notifications update -O'|'report-notifications update --out-file') value='file' ;;
    'report-notifications update --columns') value='-' ;;
    'report-notifications update --query') value='-' ;;
    'report-notifications delete -O'|'report-notifications delete --out-file') value='file' ;;
    'report-notifications delete --columns') value='-' ;;
    'report-notifications delete --query') value='-' ;;
    'report-notifications activate -O'|'report-notifications activate --out-file') value='file' ;;
    'report-notifications activate --columns') value='-' ;;
    'report-notifications activate --query') value='-' ;;
    'report-notifications deactivate -O'|'report-notifications deactivate --out-file') value='file' ;;
    'report-notifications deactivate --columns') value='-' ;;
    'report-notifications deactivate --query') value='-' ;;
    'cost-reports list -O'|'cost-reports list --out-file') value='file' ;;
    'cost-reports list --columns') value='-' ;;
    'cost-reports list --query') value='-' ;;
    'cost-reports create -O'|'cost-reports create --out-file') value='file' ;;
    'cost-reports create --columns') value='-' ;;
    'cost-reports create --query') value='-' ;;
    'cost-reports get -O'|'cost-reports get --out-file') value='file' ;;
    'cost-reports get --columns') value='-' ;;
    'cost-reports get --query') value='-' ;;
    'cost-reports update -O'|'cost-reports update --out-file') value='file' ;;
    'cost-reports update --columns') value='-' ;;
    'cost-reports update --query') value='-' ;;
    'cost-reports delete -O'|'cost-reports delete --out-file') value='file' ;;
    'cost-reports delete --columns') value='-' ;;
    'cost-reports delete --query') value='-' ;;
    'cost-reports get-data -O'|'cost-reports get-data --out-file') value='file' ;;
    'cost-reports get-data --columns') value='-' ;;
    'cost-reports get-data --query') value='-' ;;
    'cost-filters translate -O'|'cost-filters translate --out-file') value='file' ;;
    'cost-filters translate --columns') value='-' ;;
    'cost-filters translate --query') value='-' ;;
    'cost-alerts list -O'|'cost-alerts list --out-file') value='file' ;;
    'cost-alerts list --columns') value='-' ;;
    'cost-alerts list --query') value='-' ;;
    'cost-alerts create -O'|'cost-alerts create --out-file') value='file' ;;
    'cost-alerts create --columns') value='-' ;;
    'cost-alerts create --query') value='-' ;;
    'cost-alerts get -O'|'cost-alerts get --out-file') value='file' ;;
    'cost-alerts get --columns') value='-' ;;
    'cost-alerts get --query') value='-' ;;
    'cost-alerts update -O'|'cost-alerts update --out-file') value='file' ;;
    'cost-alerts update --columns') value='-' ;;
    'cost-alerts update --query') value='-' ;;
    'cost-alerts delete -O'|'cost-alerts delete --out-file') value='file' ;;
    'cost-alerts delete --columns') value='-' ;;
    'cost-alerts delete --query') value='-' ;;
    'cost-alerts get-events -O'|'cost-alerts get-events --out-file') value='file' ;;
    'cost-alerts get-events --columns') value='-' ;;
    'cost-alerts get-events --query') value='-' ;;
    'cost-alerts pause -O'|'cost-alerts pause --out-file') value='file' ;;
    'cost-alerts pause --columns') value='-' ;;
    'cost-alerts pause --query') value='-' ;;
    'cost-alerts resume -O'|'cost-alerts resume --out-file') value='file' ;;
    'cost-alerts resume --columns') value='-' ;;
    'cost-alerts resume --query') value='-' ;;
    'budgets list -O'|'budgets list --out-file') value='file' ;;
    'budgets list --columns') value='-' ;;
    'budgets list --query') value='-' ;;
    'budgets create -O'|'budgets create --out-file') value='file' ;;
    'budgets create --columns') value='-' ;;
    'budgets create --query') value='-' ;;
    'budgets get -O'|'budgets get --out-file') value='file' ;;
    'budgets get --columns') value='-' ;;
    'budgets get --query') value='-' ;;
    'budgets update -O'|'budgets update --out-file') value='file' ;;
    'budgets update --columns') value='-' ;;
    'budgets update --query') value='-' ;;
    'budgets delete -O'|'budgets delete --out-file') value='file' ;;
    'budgets delete --columns') value='-' ;;
    'budgets delete --query') value='-' ;;
    'billing entitlement -O'|'billing entitlement --out-file') value='file' ;;
    'billing entitlement --columns') value='-' ;;
    'billing entitlement --query') value='-' ;;
    'billing metered-usage -O'|'billing metered-usage --out-file') value='file' ;;
    'billing metered-usage --columns') value='-' ;;
    'billing metered-usage --query') value='-' ;;
    'anomalies list -O'|'anomalies list --out-file') value='file' ;;
    'anomalies list --columns') value='-' ;;
    'anomalies list --query') value='-' ;;
    'anomalies acknowledge -O'|'anomalies acknowledge --out-file') value='file' ;;
    'anomalies acknowledge --columns') value='-' ;;
    'anomalies acknowledge --query') value='-' ;;
    'allocation rules-list -O'|'allocation rules-list --out-file') value='file' ;;
    'allocation rules-list --columns') value='-' ;;
    'allocation rules-list --query') value='-' ;;
    'allocation rules-create -O'|'allocation rules-create --out-file') value='file' ;;
    'allocation rules-create --columns') value='-' ;;
    'allocation rules-create --query') value='-' ;;
    'allocation rules-update -O'|'allocation rules-update --out-file') value='file' ;;
    'allocation rules-update --columns') value='-' ;;
    'allocation rules-update --query') value='-' ;;
    'allocation rules-delete -O'|'allocation rules-delete --out-file') value='file' ;;
    'allocation rules-delete --columns') value='-' ;;
    'allocation rules-delete --query') value='-' ;;
    'allocation rules-reorder -O'|'allocation rules-reorder --out-file') value='file' ;;
    'allocation rules-reorder --columns') value='-' ;;
    'allocation rules-reorder --query') value='-' ;;
    'allocation rules-preview -O'|'allocation rules-preview --out-file') value='file' ;;
    'allocation rules-preview --columns') value='-' ;;
    'allocation rules-preview --query') value='-' ;;
    'allocation coverage-read -O'|'allocation coverage-read --out-file') value='file' ;;
    'allocation coverage-read --columns') value='-' ;;
    'allocation coverage-read --query') value='-' ;;
    'allocation segments-list -O'|'allocation segments-list --out-file') value='file' ;;
    'allocation segments-list --columns') value='-' ;;
    'allocation segments-list --query') value='-' ;;
    'allocation segments-create -O'|'allocation segments-create --out-file') value='file' ;;
    'allocation segments-create --columns') value='-' ;;
    'allocation segments-create --query') value='-' ;;
    'allocation segments-update -O'|'allocation segments-update --out-file') value='file' ;;
    'allocation segments-update --columns') value='-' ;;
    'allocation segments-update --query') value='-' ;;
    'allocation segments-delete -O'|'allocation segments-delete --out-file') value='file' ;;
    'allocation segments-delete --columns') value='-' ;;
    'allocation segments-delete --query') value='-' ;;
    'teams list -O'|'teams list --out-file') value='file' ;;
    'teams list --columns') value='-' ;;
    'teams list --query') value='-' ;;
    'teams create -O'|'teams create --out-file') value='file' ;;
    'teams create --columns') value='-' ;;
    'teams create --query') value='-' ;;
    'teams get -O'|'teams get --out-file') value='file' ;;
    'teams get --columns') value='-' ;;
    'teams get --query') value='-' ;;
    'teams update -O'|'teams update --out-file') value='file' ;;
    'teams update --columns') value='-' ;;
    'teams update --query') value='-' ;;
    'teams delete -O'|'teams delete --out-file') value='file' ;;
    'teams delete --columns') value='-' ;;
    'teams delete --query') value='-' ;;
    'teams add-member -O'|'teams add-member --out-file') value='file' ;;
    'teams add-member --columns') value='-' ;;
    'teams add-member --query') value='-' ;;
    'teams update-member -O'|'teams update-member --out-file') value='file' ;;
    'teams update-member --columns') value='-' ;;
    'teams update-member --query') value='-' ;;
    'teams remove-member -O'|'teams remove-member --out-file') value='file' ;;
    'teams remove-member --columns') value='-' ;;
    'teams remove-member --query') value='-' ;;
    'teams list-workspace-access -O'|'teams list-workspace-access --out-file') value='file' ;;
    'teams list-workspace-access --columns') value='-' ;;
    'teams list-workspace-access --query') value='-' ;;
    'teams set-workspace-access -O'|'teams set-workspace-access --out-file') value='file' ;;
    'teams set-workspace-access --columns') value='-' ;;
    'teams set-workspace-access --query') value='-' ;;
    'teams remove-workspace-access -O'|'teams remove-workspace-access --out-file') value='file' ;;
    'teams remove-workspace-access --columns') value='-' ;;
    'teams remove-workspace-access --query') value='-' ;;
    'apps list -O'|'apps list --out-file') value='file' ;;
    'apps list --columns') value='-' ;;
    'apps list --query') value='-' ;;
    'apps create -O'|'apps create --out-file') value='file' ;;
    'apps create --columns') value='-' ;;
    'apps create --query') value='-' ;;
    'apps get -O'|'apps get --out-file') value='file' ;;
    'apps get --columns') value='-' ;;
    'apps get --query') value='-' ;;
    'apps update -O'|'apps update --out-file') value='file' ;;
    'apps update --columns') value='-' ;;
    'apps update --query') value='-' ;;
    'apps delete -O'|'apps delete --out-file') value='file' ;;
    'apps delete --columns') value='-' ;;
    'apps delete --query') value='-' ;;
    'audit-log list -O'|'audit-log list --out-file') value='file' ;;
    'audit-log list --columns') value='-' ;;
    'audit-log list --query') value='-' ;;
    'contracting data-processing-agreement-status -O'|'contracting data-processing-agreement-status --out-file') value='file' ;;
    'contracting data-processing-agreement-status --columns') value='-' ;;
    'contracting data-processing-agreement-status --query') value='-' ;;
    'utility current-token-info -O'|'utility current-token-info --out-file') value='file' ;;
    'utility current-token-info --columns') value='-' ;;
    'utility current-token-info --query') value='-' ;;
    'utility health-check -O'|'utility health-check --out-file') value='file' ;;
    'utility health-check --columns') value='-' ;;
    'utility health-check --query') value='-' ;;
  esac
}

# Asks costctl itself: for what the service has, and for what an imported document brought.
_costctl_ask() {
  local line
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ $line == "$cur"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
  done < <("${COMP_WORDS[0]}" __complete "$1" "=$cur" "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null </dev/null)
}

# What an imported document brought is in no table here: then costctl itself reads the line.
_costctl_imported() {
  local folder
  if [[ -n $COSTCTL_CONFIG_DIR ]]; then
    [[ -d $COSTCTL_CONFIG_DIR/described ]]
    return
  fi
  for folder in "${XDG_CONFIG_HOME:-$HOME/.config}" "$HOME/Library/Preferences" "$APPDATA"; do
    [[ -d $folder/costctl/described ]] && return
  done
  return 1
}

_costctl_offer() {
  local name list
  case $1 in
    =*)
      list=${1#=}
      COMPREPLY=($(compgen -W "${list//,/ }" -- "$cur"))
      ;;
    @*) _costctl_ask "${1#@}" ;;
    file)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$cur")
      ;;
  esac
}

_costctl() {
  local cur=${COMP_WORDS[COMP_CWORD]} path= place=0 at=1
  local word one next words aliases options arguments value
  COMPREPLY=()
  if _costctl_imported; then
    [[ $cur == '=' ]] && cur=
    _costctl_ask line
    ((${#COMPREPLY[@]})) && return
  fi
  _costctl_at '+'
  local shared=$options
  _costctl_at help
  local topics=$words helping=
  _costctl_at ''
  local all=$options
  while ((at < COMP_CWORD)); do
    word=${COMP_WORDS[at]}
    ((at++))
    case $word in
      -*)
        _costctl_value "$word" "$path"
        [[ -z $value ]] && continue
        # bash takes --option=value apart at the sign.
        if [[ ${COMP_WORDS[at]} == '=' ]]; then
          if ((at == COMP_CWORD)); then cur=; else ((at++)); fi
        fi
        if ((at >= COMP_CWORD)); then
          _costctl_offer "$value"
          return
        fi
        ((at++))
        ;;
      *)
        if [[ $word == help && -z $path$helping ]]; then
          helping=1
          continue
        fi
        next=
        for one in $words; do [[ $one == "$word" ]] && next=$one; done
        for one in $aliases; do [[ ${one%%=*} == "$word" ]] && next=${one#*=}; done
        if [[ -n $next ]]; then
          path=${path:+$path }$next
          _costctl_at "$path"
        else
          ((place++))
        fi
        ;;
    esac
  done
  if [[ -n $helping ]]; then
    [[ -n $path ]] && topics=
    COMPREPLY=($(compgen -W "$words $topics" -- "$cur"))
    return
  fi
  if [[ $cur == -* ]]; then
    [[ $options == *+* ]] && all="$shared $all"
    COMPREPLY=($(compgen -W "${options%+} $all" -- "$cur"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    at=0
    for one in $arguments; do
      if ((at == place)) || [[ $one == *'*' ]]; then
        _costctl_offer "${one%'*'}"
        return
      fi
      ((at++))
    done
  fi
}

complete -F _costctl costctl
