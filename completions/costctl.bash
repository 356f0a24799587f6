# bash completion for costctl. Written by npm run build.

# What may follow a path: its words, their other names, its options, its arguments.
_costctl_at() {
  words= aliases= options= arguments=
  case "$1" in
    '') words='profiles workspaces virtual-tags providers metrics filters users rates costs config api sandbox undo schema mcp whoami doctor completion tag-keys folders dashboards custom-provider kubernetes report-notifications cost-reports cost-filters cost-alerts budgets billing anomalies allocation teams apps audit-log contracting utility help' options='-V --version -p --profile --base-url -w --workspace -o --output --max-wait --timeout --retries --concurrency --no-color -q --quiet --debug --no-input --sandbox -h --help' ;;
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
    'workspaces providers list') options='--max --page --limit --param --all-workspaces --matrix +' ;;
    'workspaces providers get') options='+' arguments='@connections' ;;
    'workspaces providers enable') options='--data --set --set-json --dry-run +' ;;
    'workspaces providers update') options='--merge --data --set --set-json --dry-run +' arguments='@connections' ;;
    'workspaces providers remove') options='--dry-run -y --yes +' arguments='@connections' ;;
    'virtual-tags') words='create list get update delete activate deactivate' aliases='ls=list rm=delete' ;;
    'virtual-tags create') options='--data --set --set-json --dry-run +' ;;
    'virtual-tags list') options='+' arguments='-*' ;;
    'virtual-tags get') options='+' arguments='-*' ;;
    'virtual-tags update') options='+' arguments='-*' ;;
    'virtual-tags delete') options='+' arguments='-*' ;;
    'virtual-tags activate') options='+' arguments='-*' ;;
    'virtual-tags deactivate') options='+' arguments='-*' ;;
    'providers') words='list get connect update delete available history test sync status cloud-connector provision-service-account' aliases='ls=list rm=delete' ;;
    'providers list') options='--max --page --limit --param --type --tree +' ;;
    'providers get') options='+' arguments='@providers' ;;
    'providers connect') options='--key --credential --credentials --name --description --external-id --setting --sync-every --parent --dry-run +' ;;
    'providers update') options='--description --external-id --setting --sync-every --credential --credentials --clear --partial --test --dry-run +' arguments='@providers' ;;
    'providers delete') options='--dry-run -y --yes +' arguments='@providers' ;;
    'providers available') options='+' ;;
    'providers history') options='--limit +' arguments='@providers' ;;
    'providers test') options='--all +' arguments='@providers*' ;;
    'providers sync') options='--full --wait --wait-timeout --dry-run +' arguments='@providers' ;;
    'providers status') options='--check --stale +' ;;
    'providers cloud-connector') options='+' arguments='-*' ;;
    'providers provision-service-account') options='+' arguments='-*' ;;
    'metrics') words='list get create update delete values summary gaps set import diff' aliases='ls=list rm=delete' ;;
    'metrics list') options='--max --page --limit --param --all-workspaces +' ;;
    'metrics get') options='+' arguments='@metrics' ;;
    'metrics create') options='--name --unit --label-column --dry-run +' ;;
    'metrics update') options='--name --unit --dry-run +' arguments='@metrics' ;;
    'metrics delete') options='--dry-run -y --yes +' arguments='@metrics' ;;
    'metrics values') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --max --page --limit --param +' arguments='@metrics' ;;
    'metrics summary') options='--by --granularity --from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today +' arguments='@metrics' ;;
    'metrics gaps') options='--by --check --from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today +' arguments='@metrics' ;;
    'metrics set') options='--date --amount --label --dry-run +' arguments='@metrics' ;;
    'metrics import') options='--format --delimiter --sheet --excel-precision --decimal-comma --date-format --map --ignore-extra --allow-missing-labels --trim --duplicates --strict --skip-invalid --rejects --batch-size --dry-run --check --verify --zero-extra -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe --bom --exact' arguments='@metrics file' ;;
    'metrics diff') options='--format --delimiter --sheet --excel-precision --decimal-comma --date-format --map --ignore-extra --allow-missing-labels --trim --duplicates --strict --skip-invalid --rejects --check -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe --bom --exact' arguments='@metrics file' ;;
    'filters') words='list get create update delete' aliases='ls=list rm=delete' ;;
    'filters list') options='--max --page --limit --param --all-workspaces +' ;;
    'filters get') options='+' arguments='@filters' ;;
    'filters create') options='--title --filter --default --dry-run +' ;;
    'filters update') options='--title --filter --default --no-default --dry-run +' arguments='@filters' ;;
    'filters delete') options='--dry-run -y --yes +' arguments='@filters' ;;
    'users') words='list get invite' aliases='ls=list' ;;
    'users list') options='--include-removed --role --status --max --page --limit --param +' ;;
    'users get') options='+' arguments='@users' ;;
    'users invite') options='--email --first-name --last-name --role --from --dry-run +' ;;
    'rates') words='get list convert history policy' aliases='ls=list' ;;
    'rates get') options='--date +' arguments='@currencies @currencies' ;;
    'rates list') options='--date --max --param +' ;;
    'rates convert') options='--date +' arguments='- @currencies @currencies' ;;
    'rates history') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today +' arguments='@currencies @currencies' ;;
    'rates policy') options='--all-workspaces +' ;;
    'costs') words='columns list export verify summary trend compare explain unit chart check freshness allocate outlook anomalies coverage reconcile report close mirror query focus-check forecast data-summary' aliases='ls=list' ;;
    'costs columns') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --source-column --max-lag --envelope +' ;;
    'costs list') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --max --page --limit --envelope +' ;;
    'costs export') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --resume --allow-truncated --require-rows --types --focus --focus-map --keep -O --out-file --columns --no-header --spreadsheet-safe --delimiter --decimal-comma --bom --exact' ;;
    'costs verify') options='--live +' arguments='file file' ;;
    'costs summary') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --top --granularity --total --no-total +' ;;
    'costs trend') options='--months --weeks --days --to --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --top --metric --digits --wide --total --no-total +' ;;
    'costs compare') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --against --per-day --top --sort --total --no-total +' ;;
    'costs explain') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --against --by --depth --top --quantity-column --unit-column --commands +' ;;
    'costs unit') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --metric --by --granularity --against --digits +' ;;
    'costs chart') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --granularity --budgets --outlook --anomalies --ascii +' ;;
    'costs check') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --max-total --max-increase --max-decrease --max-unit --metric --min-change --against --per-day --by --allow-empty --allow-stale --budgets +' ;;
    'costs freshness') options='--check --source-column --max-lag --from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --envelope +' ;;
    'costs allocate') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --rules --by --granularity --total --no-total --require-full --focus +' arguments='=init' ;;
    'costs outlook') options='--month --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --level +' ;;
    'costs anomalies') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --score --min-impact --include-unsettled --check --allow-empty --allow-stale +' ;;
    'costs coverage') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --require --min --allowed --allow-empty --allow-stale --by +' ;;
    'costs reconcile') options='--from --to --last --month --quarter --year --last-month --month-to-date --year-to-date --include-today --where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --envelope --by --map --sheet --tolerance --decimal-comma --accept -O --out-file --columns --query -r --raw --no-header --spreadsheet-safe --delimiter --bom --exact' arguments='file' ;;
    'costs report') options='--month --last-month --month-to-date --where --no-where --param --date-column --amount-column --currency-column --receipt --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --against --by --months --top --budgets --rules --allocate-by --metric --require --sections --title --logo --locale +' ;;
    'costs close') options='--month --last-month --where --no-where --param --date-column --amount-column --currency-column --mirror --as-of --convert-to --rate-method --rate-date --rates --source-column --max-lag --against --by --months --top --budgets --rules --allocate-by --metric --require --title --logo --locale --allow-empty --allow-stale --invoice --invoice-by --invoice-decimal-comma --map --sheet --tolerance +' ;;
    'costs mirror') options='--from --files --allow-duplicates --where --param --types --partition-by --date-column --amount-column --currency-column --date-format --null-text --restate --keep --history --deep --check --sql --location +' arguments='file' ;;
    'costs query') options='--mirror --as-of +' arguments='-' ;;
    'costs focus-check') options='--focus --supports --strict --all --allow-empty +' arguments='file' ;;
    'costs forecast') options='+' arguments='-*' ;;
    'costs data-summary') options='+' arguments='-*' ;;
    'config') words='pull validate plan apply schema' ;;
    'config pull') options='--only --into --all-workspaces -O --out-file --delimiter --decimal-comma --bom' ;;
    'config validate') options='+' arguments='file' ;;
    'config plan') options='--prune --all-workspaces --resend --check +' arguments='file' ;;
    'config apply') options='--prune --all-workspaces --resend --confirm --dry-run -y --yes +' arguments='file' ;;
    'config schema') options='+' ;;
    'api') words='GET HEAD POST PUT PATCH DELETE request operations import documents diff' ;;
    'api GET') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' ;;
    'api HEAD') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' ;;
    'api POST') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api PUT') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' ;;
    'api PATCH') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api DELETE') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' ;;
    'api request') options='--param -H --request-header --data --set --set-json --form --input --content-type --paginate -i --include --dry-run -y --yes +' arguments='=GET,HEAD,POST,PUT,PATCH,DELETE =/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' ;;
    'api operations') options='+' ;;
    'api import') options='--name --dry-run +' arguments='file' ;;
    'api documents') options='--forget --dry-run +' ;;
    'api diff') options='--check +' ;;
    'sandbox') words='serve reset' ;;
    'sandbox serve') options='--port --host --rate-limit --latency --rows-per-day --fail --seed --state --memory +' ;;
    'sandbox reset') options='--dry-run +' ;;
    'undo') options='--dry-run +' arguments='-' ;;
    'schema') options='+' arguments='-*' ;;
    'mcp') options='--allow-changes --export-dir' ;;
    'whoami') options='+' ;;
    'doctor') options='+' ;;
    'completion') words='bash zsh fish powershell' ;;
    'tag-keys') words='list get delete' aliases='ls=list rm=delete' ;;
    'tag-keys list') options='+' arguments='-*' ;;
    'tag-keys get') options='+' arguments='-*' ;;
    'tag-keys delete') options='+' arguments='-*' ;;
    'folders') words='list create get update delete set-saved-filter' aliases='ls=list rm=delete' ;;
    'folders list') options='+' arguments='-*' ;;
    'folders create') options='+' arguments='-*' ;;
    'folders get') options='+' arguments='-*' ;;
    'folders update') options='+' arguments='-*' ;;
    'folders delete') options='+' arguments='-*' ;;
    'folders set-saved-filter') options='+' arguments='-*' ;;
    'dashboards') words='list create get update delete widget-create widget-get widget-update widget-delete set-saved-filter' aliases='ls=list rm=delete' ;;
    'dashboards list') options='+' arguments='-*' ;;
    'dashboards create') options='+' arguments='-*' ;;
    'dashboards get') options='+' arguments='-*' ;;
    'dashboards update') options='+' arguments='-*' ;;
    'dashboards delete') options='+' arguments='-*' ;;
    'dashboards widget-create') options='+' arguments='-*' ;;
    'dashboards widget-get') options='+' arguments='-*' ;;
    'dashboards widget-update') options='+' arguments='-*' ;;
    'dashboards widget-delete') options='+' arguments='-*' ;;
    'dashboards set-saved-filter') options='+' arguments='-*' ;;
    'custom-provider') words='submit-costs-batch list-uploads upload-cost-files get-upload delete-upload' ;;
    'custom-provider submit-costs-batch') options='+' arguments='-*' ;;
    'custom-provider list-uploads') options='+' arguments='-*' ;;
    'custom-provider upload-cost-files') options='+' arguments='-*' ;;
    'custom-provider get-upload') options='+' arguments='-*' ;;
    'custom-provider delete-upload') options='+' arguments='-*' ;;
    'kubernetes') words='report-usage' ;;
    'kubernetes report-usage') options='+' arguments='-*' ;;
    'report-notifications') words='list create get update delete activate deactivate' aliases='ls=list rm=delete' ;;
    'report-notifications list') options='+' arguments='-*' ;;
    'report-notifications create') options='+' arguments='-*' ;;
    'report-notifications get') options='+' arguments='-*' ;;
    'report-notifications update') options='+' arguments='-*' ;;
    'report-notifications delete') options='+' arguments='-*' ;;
    'report-notifications activate') options='+' arguments='-*' ;;
    'report-notifications deactivate') options='+' arguments='-*' ;;
    'cost-reports') words='list create get update delete get-data' aliases='ls=list rm=delete' ;;
    'cost-reports list') options='+' arguments='-*' ;;
    'cost-reports create') options='+' arguments='-*' ;;
    'cost-reports get') options='+' arguments='-*' ;;
    'cost-reports update') options='+' arguments='-*' ;;
    'cost-reports delete') options='+' arguments='-*' ;;
    'cost-reports get-data') options='+' arguments='-*' ;;
    'cost-filters') words='translate' ;;
    'cost-filters translate') options='+' arguments='-*' ;;
    'cost-alerts') words='list create get update delete get-events pause resume' aliases='ls=list rm=delete' ;;
    'cost-alerts list') options='+' arguments='-*' ;;
    'cost-alerts create') options='+' arguments='-*' ;;
    'cost-alerts get') options='+' arguments='-*' ;;
    'cost-alerts update') options='+' arguments='-*' ;;
    'cost-alerts delete') options='+' arguments='-*' ;;
    'cost-alerts get-events') options='+' arguments='-*' ;;
    'cost-alerts pause') options='+' arguments='-*' ;;
    'cost-alerts resume') options='+' arguments='-*' ;;
    'budgets') words='list create get update delete' aliases='ls=list rm=delete' ;;
    'budgets list') options='+' arguments='-*' ;;
    'budgets create') options='+' arguments='-*' ;;
    'budgets get') options='+' arguments='-*' ;;
    'budgets update') options='+' arguments='-*' ;;
    'budgets delete') options='+' arguments='-*' ;;
    'billing') words='entitlement metered-usage' ;;
    'billing entitlement') options='+' arguments='-*' ;;
    'billing metered-usage') options='+' arguments='-*' ;;
    'anomalies') words='list acknowledge' aliases='ls=list' ;;
    'anomalies list') options='+' arguments='-*' ;;
    'anomalies acknowledge') options='+' arguments='-*' ;;
    'allocation') words='rules-list rules-create rules-update rules-delete rules-reorder rules-preview coverage-read segments-list segments-create segments-update segments-delete' ;;
    'allocation rules-list') options='+' arguments='-*' ;;
    'allocation rules-create') options='+' arguments='-*' ;;
    'allocation rules-update') options='+' arguments='-*' ;;
    'allocation rules-delete') options='+' arguments='-*' ;;
    'allocation rules-reorder') options='+' arguments='-*' ;;
    'allocation rules-preview') options='+' arguments='-*' ;;
    'allocation coverage-read') options='+' arguments='-*' ;;
    'allocation segments-list') options='+' arguments='-*' ;;
    'allocation segments-create') options='+' arguments='-*' ;;
    'allocation segments-update') options='+' arguments='-*' ;;
    'allocation segments-delete') options='+' arguments='-*' ;;
    'teams') words='list create get update delete add-member update-member remove-member list-workspace-access set-workspace-access remove-workspace-access' aliases='ls=list rm=delete' ;;
    'teams list') options='+' arguments='-*' ;;
    'teams create') options='+' arguments='-*' ;;
    'teams get') options='+' arguments='-*' ;;
    'teams update') options='+' arguments='-*' ;;
    'teams delete') options='+' arguments='-*' ;;
    'teams add-member') options='+' arguments='-*' ;;
    'teams update-member') options='+' arguments='-*' ;;
    'teams remove-member') options='+' arguments='-*' ;;
    'teams list-workspace-access') options='+' arguments='-*' ;;
    'teams set-workspace-access') options='+' arguments='-*' ;;
    'teams remove-workspace-access') options='+' arguments='-*' ;;
    'apps') words='list create get update delete' aliases='ls=list rm=delete' ;;
    'apps list') options='+' arguments='-*' ;;
    'apps create') options='+' arguments='-*' ;;
    'apps get') options='+' arguments='-*' ;;
    'apps update') options='+' arguments='-*' ;;
    'apps delete') options='+' arguments='-*' ;;
    'audit-log') words='list' aliases='ls=list' ;;
    'audit-log list') options='+' arguments='-*' ;;
    'contracting') words='data-processing-agreement-status' ;;
    'contracting data-processing-agreement-status') options='+' arguments='-*' ;;
    'utility') words='current-token-info health-check' ;;
    'utility current-token-info') options='+' arguments='-*' ;;
    'utility health-check') options='+' arguments='-*' ;;
    'help') words='exit-codes environment output query conditions pages start questions imports decisions outlook-method month-end mirror focus pipelines settings-as-code integrations reference trust glossary' ;;
    '+') options='-O --out-file --columns --query -r --raw --no-header --spreadsheet-safe --delimiter --decimal-comma --bom --exact' ;;
  esac
}

# What the value of an option is; empty if it takes none.
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
    '--delimiter') value='-' ;;
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
    'metrics values --last') value='=7d,30d,4w,3m' ;;
    'metrics values --month') value='-' ;;
    'metrics values --quarter') value='-' ;;
    'metrics values --year') value='-' ;;
    'metrics values --max') value='-' ;;
    'metrics values --page') value='-' ;;
    'metrics values --limit') value='-' ;;
    'metrics values --param') value='-' ;;
    'metrics summary --by') value='-' ;;
    'metrics summary --granularity') value='=day,week,month' ;;
    'metrics summary --from') value='-' ;;
    'metrics summary --to') value='-' ;;
    'metrics summary --last') value='=7d,30d,4w,3m' ;;
    'metrics summary --month') value='-' ;;
    'metrics summary --quarter') value='-' ;;
    'metrics summary --year') value='-' ;;
    'metrics gaps --by') value='-' ;;
    'metrics gaps --from') value='-' ;;
    'metrics gaps --to') value='-' ;;
    'metrics gaps --last') value='=7d,30d,4w,3m' ;;
    'metrics gaps --month') value='-' ;;
    'metrics gaps --quarter') value='-' ;;
    'metrics gaps --year') value='-' ;;
    'metrics set --date') value='-' ;;
    'metrics set --amount') value='-' ;;
    'metrics set --label') value='-' ;;
    'metrics import --format') value='=json,ndjson,csv,tsv,xlsx' ;;
    'metrics import --delimiter') value='=tab' ;;
    'metrics import --sheet') value='-' ;;
    'metrics import --date-format') value='=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY' ;;
    'metrics import --map') value='-' ;;
    'metrics import --duplicates') value='=first,last,sum' ;;
    'metrics import --rejects') value='file' ;;
    'metrics import --batch-size') value='-' ;;
    'metrics import -O'|'metrics import --out-file') value='file' ;;
    'metrics import --columns') value='-' ;;
    'metrics import --query') value='-' ;;
    'metrics diff --format') value='=json,ndjson,csv,tsv,xlsx' ;;
    'metrics diff --delimiter') value='=tab' ;;
    'metrics diff --sheet') value='-' ;;
    'metrics diff --date-format') value='=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY' ;;
    'metrics diff --map') value='-' ;;
    'metrics diff --duplicates') value='=first,last,sum' ;;
    'metrics diff --rejects') value='file' ;;
    'metrics diff -O'|'metrics diff --out-file') value='file' ;;
    'metrics diff --columns') value='-' ;;
    'metrics diff --query') value='-' ;;
    'filters list --max') value='-' ;;
    'filters list --page') value='-' ;;
    'filters list --limit') value='-' ;;
    'filters list --param') value='-' ;;
    'filters create --title') value='-' ;;
    'filters create --filter') value='-' ;;
    'filters update --title') value='-' ;;
    'filters update --filter') value='-' ;;
    'users list --role') value='=viewer,editor,integrationOwner,owner' ;;
    'users list --status') value='-' ;;
    'users list --max') value='-' ;;
    'users list --page') value='-' ;;
    'users list --limit') value='-' ;;
    'users list --param') value='-' ;;
    'users invite --email') value='-' ;;
    'users invite --first-name') value='-' ;;
    'users invite --last-name') value='-' ;;
    'users invite --role') value='=viewer,editor,integrationOwner,owner' ;;
    'users invite --from') value='file' ;;
    'rates get --date') value='-' ;;
    'rates list --date') value='-' ;;
    'rates list --max') value='-' ;;
    'rates list --param') value='-' ;;
    'rates convert --date') value='-' ;;
    'rates history --from') value='-' ;;
    'rates history --to') value='-' ;;
    'rates history --last') value='=7d,30d,4w,3m' ;;
    'rates history --month') value='-' ;;
    'rates history --quarter') value='-' ;;
    'rates history --year') value='-' ;;
    'costs columns --from') value='-' ;;
    'costs columns --to') value='-' ;;
    'costs columns --last') value='=7d,30d,4w,3m' ;;
    'costs columns --month') value='-' ;;
    'costs columns --quarter') value='-' ;;
    'costs columns --year') value='-' ;;
    'costs columns --where') value='@columns' ;;
    'costs columns --param') value='-' ;;
    'costs columns --date-column') value='@columns' ;;
    'costs columns --amount-column') value='@columns' ;;
    'costs columns --currency-column') value='@columns' ;;
    'costs columns --receipt') value='file' ;;
    'costs columns --mirror') value='file' ;;
    'costs columns --as-of') value='-' ;;
    'costs columns --source-column') value='-' ;;
    'costs columns --max-lag') value='-' ;;
    'costs list --from') value='-' ;;
    'costs list --to') value='-' ;;
    'costs list --last') value='=7d,30d,4w,3m' ;;
    'costs list --month') value='-' ;;
    'costs list --quarter') value='-' ;;
    'costs list --year') value='-' ;;
    'costs list --where') value='@columns' ;;
    'costs list --param') value='-' ;;
    'costs list --date-column') value='@columns' ;;
    'costs list --amount-column') value='@columns' ;;
    'costs list --currency-column') value='@columns' ;;
    'costs list --receipt') value='file' ;;
    'costs list --mirror') value='file' ;;
    'costs list --as-of') value='-' ;;
    'costs list --max') value='-' ;;
    'costs list --page') value='-' ;;
    'costs list --limit') value='-' ;;
    'costs export --from') value='-' ;;
    'costs export --to') value='-' ;;
    'costs export --last') value='=7d,30d,4w,3m' ;;
    'costs export --month') value='-' ;;
    'costs export --quarter') value='-' ;;
    'costs export --year') value='-' ;;
    'costs export --where') value='@columns' ;;
    'costs export --param') value='-' ;;
    'costs export --date-column') value='@columns' ;;
    'costs export --amount-column') value='@columns' ;;
    'costs export --currency-column') value='@columns' ;;
    'costs export --receipt') value='file' ;;
    'costs export --mirror') value='file' ;;
    'costs export --as-of') value='-' ;;
    'costs export --types') value='-' ;;
    'costs export --focus') value='=1.2,1.3,1.4' ;;
    'costs export --focus-map') value='file' ;;
    'costs export -O'|'costs export --out-file') value='file' ;;
    'costs export --columns') value='-' ;;
    'costs export --delimiter') value='-' ;;
    'costs summary --from') value='-' ;;
    'costs summary --to') value='-' ;;
    'costs summary --last') value='=7d,30d,4w,3m' ;;
    'costs summary --month') value='-' ;;
    'costs summary --quarter') value='-' ;;
    'costs summary --year') value='-' ;;
    'costs summary --where') value='@columns' ;;
    'costs summary --param') value='-' ;;
    'costs summary --date-column') value='@columns' ;;
    'costs summary --amount-column') value='@columns' ;;
    'costs summary --currency-column') value='@columns' ;;
    'costs summary --receipt') value='file' ;;
    'costs summary --mirror') value='file' ;;
    'costs summary --as-of') value='-' ;;
    'costs summary --convert-to') value='@currencies' ;;
    'costs summary --rate-method') value='=daily,month-average,month-end' ;;
    'costs summary --rate-date') value='-' ;;
    'costs summary --rates') value='file' ;;
    'costs summary --source-column') value='-' ;;
    'costs summary --max-lag') value='-' ;;
    'costs summary --by') value='@columns' ;;
    'costs summary --top') value='-' ;;
    'costs summary --granularity') value='=day,week,month' ;;
    'costs trend --months') value='-' ;;
    'costs trend --weeks') value='-' ;;
    'costs trend --days') value='-' ;;
    'costs trend --to') value='-' ;;
    'costs trend --where') value='@columns' ;;
    'costs trend --param') value='-' ;;
    'costs trend --date-column') value='@columns' ;;
    'costs trend --amount-column') value='@columns' ;;
    'costs trend --currency-column') value='@columns' ;;
    'costs trend --receipt') value='file' ;;
    'costs trend --mirror') value='file' ;;
    'costs trend --as-of') value='-' ;;
    'costs trend --convert-to') value='@currencies' ;;
    'costs trend --rate-method') value='=daily,month-average,month-end' ;;
    'costs trend --rate-date') value='-' ;;
    'costs trend --rates') value='file' ;;
    'costs trend --source-column') value='-' ;;
    'costs trend --max-lag') value='-' ;;
    'costs trend --by') value='@columns' ;;
    'costs trend --top') value='-' ;;
    'costs trend --metric') value='@metrics' ;;
    'costs trend --digits') value='-' ;;
    'costs compare --from') value='-' ;;
    'costs compare --to') value='-' ;;
    'costs compare --last') value='=7d,30d,4w,3m' ;;
    'costs compare --month') value='-' ;;
    'costs compare --quarter') value='-' ;;
    'costs compare --year') value='-' ;;
    'costs compare --where') value='@columns' ;;
    'costs compare --param') value='-' ;;
    'costs compare --date-column') value='@columns' ;;
    'costs compare --amount-column') value='@columns' ;;
    'costs compare --currency-column') value='@columns' ;;
    'costs compare --receipt') value='file' ;;
    'costs compare --mirror') value='file' ;;
    'costs compare --as-of') value='-' ;;
    'costs compare --convert-to') value='@currencies' ;;
    'costs compare --rate-method') value='=daily,month-average,month-end' ;;
    'costs compare --rate-date') value='-' ;;
    'costs compare --rates') value='file' ;;
    'costs compare --source-column') value='-' ;;
    'costs compare --max-lag') value='-' ;;
    'costs compare --by') value='@columns' ;;
    'costs compare --against') value='=previous,last-week,last-month,last-year' ;;
    'costs compare --top') value='-' ;;
    'costs compare --sort') value='=after,before,change,name' ;;
    'costs explain --from') value='-' ;;
    'costs explain --to') value='-' ;;
    'costs explain --last') value='=7d,30d,4w,3m' ;;
    'costs explain --month') value='-' ;;
    'costs explain --quarter') value='-' ;;
    'costs explain --year') value='-' ;;
    'costs explain --where') value='@columns' ;;
    'costs explain --param') value='-' ;;
    'costs explain --date-column') value='@columns' ;;
    'costs explain --amount-column') value='@columns' ;;
    'costs explain --currency-column') value='@columns' ;;
    'costs explain --receipt') value='file' ;;
    'costs explain --mirror') value='file' ;;
    'costs explain --as-of') value='-' ;;
    'costs explain --convert-to') value='@currencies' ;;
    'costs explain --rate-method') value='=daily,month-average,month-end' ;;
    'costs explain --rate-date') value='-' ;;
    'costs explain --rates') value='file' ;;
    'costs explain --source-column') value='-' ;;
    'costs explain --max-lag') value='-' ;;
    'costs explain --against') value='=previous,last-week,last-month,last-year' ;;
    'costs explain --by') value='@columns' ;;
    'costs explain --depth') value='-' ;;
    'costs explain --top') value='-' ;;
    'costs explain --quantity-column') value='-' ;;
    'costs explain --unit-column') value='-' ;;
    'costs unit --from') value='-' ;;
    'costs unit --to') value='-' ;;
    'costs unit --last') value='=7d,30d,4w,3m' ;;
    'costs unit --month') value='-' ;;
    'costs unit --quarter') value='-' ;;
    'costs unit --year') value='-' ;;
    'costs unit --where') value='@columns' ;;
    'costs unit --param') value='-' ;;
    'costs unit --date-column') value='@columns' ;;
    'costs unit --amount-column') value='@columns' ;;
    'costs unit --currency-column') value='@columns' ;;
    'costs unit --receipt') value='file' ;;
    'costs unit --mirror') value='file' ;;
    'costs unit --as-of') value='-' ;;
    'costs unit --convert-to') value='@currencies' ;;
    'costs unit --rate-method') value='=daily,month-average,month-end' ;;
    'costs unit --rate-date') value='-' ;;
    'costs unit --rates') value='file' ;;
    'costs unit --source-column') value='-' ;;
    'costs unit --max-lag') value='-' ;;
    'costs unit --metric') value='@metrics' ;;
    'costs unit --by') value='-' ;;
    'costs unit --granularity') value='=day,week,month,total' ;;
    'costs unit --against') value='=previous,last-week,last-month,last-year' ;;
    'costs unit --digits') value='-' ;;
    'costs chart --from') value='-' ;;
    'costs chart --to') value='-' ;;
    'costs chart --last') value='=7d,30d,4w,3m' ;;
    'costs chart --month') value='-' ;;
    'costs chart --quarter') value='-' ;;
    'costs chart --year') value='-' ;;
    'costs chart --where') value='@columns' ;;
    'costs chart --param') value='-' ;;
    'costs chart --date-column') value='@columns' ;;
    'costs chart --amount-column') value='@columns' ;;
    'costs chart --currency-column') value='@columns' ;;
    'costs chart --receipt') value='file' ;;
    'costs chart --mirror') value='file' ;;
    'costs chart --as-of') value='-' ;;
    'costs chart --convert-to') value='@currencies' ;;
    'costs chart --rate-method') value='=daily,month-average,month-end' ;;
    'costs chart --rate-date') value='-' ;;
    'costs chart --rates') value='file' ;;
    'costs chart --source-column') value='-' ;;
    'costs chart --max-lag') value='-' ;;
    'costs chart --by') value='@columns' ;;
    'costs chart --granularity') value='=day,week,month' ;;
    'costs chart --budgets') value='file' ;;
    'costs check --from') value='-' ;;
    'costs check --to') value='-' ;;
    'costs check --last') value='=7d,30d,4w,3m' ;;
    'costs check --month') value='-' ;;
    'costs check --quarter') value='-' ;;
    'costs check --year') value='-' ;;
    'costs check --where') value='@columns' ;;
    'costs check --param') value='-' ;;
    'costs check --date-column') value='@columns' ;;
    'costs check --amount-column') value='@columns' ;;
    'costs check --currency-column') value='@columns' ;;
    'costs check --receipt') value='file' ;;
    'costs check --mirror') value='file' ;;
    'costs check --as-of') value='-' ;;
    'costs check --convert-to') value='@currencies' ;;
    'costs check --rate-method') value='=daily,month-average,month-end' ;;
    'costs check --rate-date') value='-' ;;
    'costs check --rates') value='file' ;;
    'costs check --source-column') value='-' ;;
    'costs check --max-lag') value='-' ;;
    'costs check --max-total') value='-' ;;
    'costs check --max-increase') value='-' ;;
    'costs check --max-decrease') value='-' ;;
    'costs check --max-unit') value='-' ;;
    'costs check --metric') value='@metrics' ;;
    'costs check --min-change') value='-' ;;
    'costs check --against') value='=previous,last-week,last-month,last-year' ;;
    'costs check --by') value='@columns' ;;
    'costs check --allow-stale') value='-' ;;
    'costs check --budgets') value='file' ;;
    'costs freshness --source-column') value='-' ;;
    'costs freshness --max-lag') value='-' ;;
    'costs freshness --from') value='-' ;;
    'costs freshness --to') value='-' ;;
    'costs freshness --last') value='=7d,30d,4w,3m' ;;
    'costs freshness --month') value='-' ;;
    'costs freshness --quarter') value='-' ;;
    'costs freshness --year') value='-' ;;
    'costs freshness --where') value='@columns' ;;
    'costs freshness --param') value='-' ;;
    'costs freshness --date-column') value='@columns' ;;
    'costs freshness --amount-column') value='@columns' ;;
    'costs freshness --currency-column') value='@columns' ;;
    'costs freshness --receipt') value='file' ;;
    'costs freshness --mirror') value='file' ;;
    'costs freshness --as-of') value='-' ;;
    'costs allocate --from') value='-' ;;
    'costs allocate --to') value='-' ;;
    'costs allocate --last') value='=7d,30d,4w,3m' ;;
    'costs allocate --month') value='-' ;;
    'costs allocate --quarter') value='-' ;;
    'costs allocate --year') value='-' ;;
    'costs allocate --where') value='@columns' ;;
    'costs allocate --param') value='-' ;;
    'costs allocate --date-column') value='@columns' ;;
    'costs allocate --amount-column') value='@columns' ;;
    'costs allocate --currency-column') value='@columns' ;;
    'costs allocate --receipt') value='file' ;;
    'costs allocate --mirror') value='file' ;;
    'costs allocate --as-of') value='-' ;;
    'costs allocate --convert-to') value='@currencies' ;;
    'costs allocate --rate-method') value='=daily,month-average,month-end' ;;
    'costs allocate --rate-date') value='-' ;;
    'costs allocate --rates') value='file' ;;
    'costs allocate --source-column') value='-' ;;
    'costs allocate --max-lag') value='-' ;;
    'costs allocate --rules') value='file' ;;
    'costs allocate --by') value='@columns' ;;
    'costs allocate --granularity') value='=day,week,month' ;;
    'costs outlook --month') value='-' ;;
    'costs outlook --where') value='@columns' ;;
    'costs outlook --param') value='-' ;;
    'costs outlook --date-column') value='@columns' ;;
    'costs outlook --amount-column') value='@columns' ;;
    'costs outlook --currency-column') value='@columns' ;;
    'costs outlook --receipt') value='file' ;;
    'costs outlook --mirror') value='file' ;;
    'costs outlook --as-of') value='-' ;;
    'costs outlook --convert-to') value='@currencies' ;;
    'costs outlook --rate-method') value='=daily,month-average,month-end' ;;
    'costs outlook --rate-date') value='-' ;;
    'costs outlook --rates') value='file' ;;
    'costs outlook --source-column') value='-' ;;
    'costs outlook --max-lag') value='-' ;;
    'costs outlook --by') value='@columns' ;;
    'costs outlook --level') value='-' ;;
    'costs anomalies --from') value='-' ;;
    'costs anomalies --to') value='-' ;;
    'costs anomalies --last') value='=7d,30d,4w,3m' ;;
    'costs anomalies --month') value='-' ;;
    'costs anomalies --quarter') value='-' ;;
    'costs anomalies --year') value='-' ;;
    'costs anomalies --where') value='@columns' ;;
    'costs anomalies --param') value='-' ;;
    'costs anomalies --date-column') value='@columns' ;;
    'costs anomalies --amount-column') value='@columns' ;;
    'costs anomalies --currency-column') value='@columns' ;;
    'costs anomalies --receipt') value='file' ;;
    'costs anomalies --mirror') value='file' ;;
    'costs anomalies --as-of') value='-' ;;
    'costs anomalies --convert-to') value='@currencies' ;;
    'costs anomalies --rate-method') value='=daily,month-average,month-end' ;;
    'costs anomalies --rate-date') value='-' ;;
    'costs anomalies --rates') value='file' ;;
    'costs anomalies --source-column') value='-' ;;
    'costs anomalies --max-lag') value='-' ;;
    'costs anomalies --by') value='@columns' ;;
    'costs anomalies --score') value='-' ;;
    'costs anomalies --min-impact') value='-' ;;
    'costs anomalies --allow-stale') value='-' ;;
    'costs coverage --from') value='-' ;;
    'costs coverage --to') value='-' ;;
    'costs coverage --last') value='=7d,30d,4w,3m' ;;
    'costs coverage --month') value='-' ;;
    'costs coverage --quarter') value='-' ;;
    'costs coverage --year') value='-' ;;
    'costs coverage --where') value='@columns' ;;
    'costs coverage --param') value='-' ;;
    'costs coverage --date-column') value='@columns' ;;
    'costs coverage --amount-column') value='@columns' ;;
    'costs coverage --currency-column') value='@columns' ;;
    'costs coverage --receipt') value='file' ;;
    'costs coverage --mirror') value='file' ;;
    'costs coverage --as-of') value='-' ;;
    'costs coverage --convert-to') value='@currencies' ;;
    'costs coverage --rate-method') value='=daily,month-average,month-end' ;;
    'costs coverage --rate-date') value='-' ;;
    'costs coverage --rates') value='file' ;;
    'costs coverage --source-column') value='-' ;;
    'costs coverage --max-lag') value='-' ;;
    'costs coverage --require') value='@columns' ;;
    'costs coverage --min') value='-' ;;
    'costs coverage --allowed') value='file' ;;
    'costs coverage --allow-stale') value='-' ;;
    'costs coverage --by') value='@columns' ;;
    'costs reconcile --from') value='-' ;;
    'costs reconcile --to') value='-' ;;
    'costs reconcile --last') value='=7d,30d,4w,3m' ;;
    'costs reconcile --month') value='-' ;;
    'costs reconcile --quarter') value='-' ;;
    'costs reconcile --year') value='-' ;;
    'costs reconcile --where') value='@columns' ;;
    'costs reconcile --param') value='-' ;;
    'costs reconcile --date-column') value='@columns' ;;
    'costs reconcile --amount-column') value='@columns' ;;
    'costs reconcile --currency-column') value='@columns' ;;
    'costs reconcile --receipt') value='file' ;;
    'costs reconcile --mirror') value='file' ;;
    'costs reconcile --as-of') value='-' ;;
    'costs reconcile --convert-to') value='@currencies' ;;
    'costs reconcile --rate-method') value='=daily,month-average,month-end' ;;
    'costs reconcile --rate-date') value='-' ;;
    'costs reconcile --rates') value='file' ;;
    'costs reconcile --source-column') value='-' ;;
    'costs reconcile --max-lag') value='-' ;;
    'costs reconcile --by') value='@columns' ;;
    'costs reconcile --map') value='-' ;;
    'costs reconcile --sheet') value='-' ;;
    'costs reconcile --tolerance') value='-' ;;
    'costs reconcile --accept') value='=matched,rounding,missing in the rows,missing in the invoice,duplicated,amount differs,credit,tax' ;;
    'costs reconcile -O'|'costs reconcile --out-file') value='file' ;;
    'costs reconcile --columns') value='-' ;;
    'costs reconcile --query') value='-' ;;
    'costs reconcile --delimiter') value='-' ;;
    'costs report --month') value='-' ;;
    'costs report --where') value='@columns' ;;
    'costs report --param') value='-' ;;
    'costs report --date-column') value='@columns' ;;
    'costs report --amount-column') value='@columns' ;;
    'costs report --currency-column') value='@columns' ;;
    'costs report --receipt') value='file' ;;
    'costs report --mirror') value='file' ;;
    'costs report --as-of') value='-' ;;
    'costs report --convert-to') value='@currencies' ;;
    'costs report --rate-method') value='=daily,month-average,month-end' ;;
    'costs report --rate-date') value='-' ;;
    'costs report --rates') value='file' ;;
    'costs report --source-column') value='-' ;;
    'costs report --max-lag') value='-' ;;
    'costs report --against') value='-' ;;
    'costs report --by') value='@columns' ;;
    'costs report --months') value='-' ;;
    'costs report --top') value='-' ;;
    'costs report --budgets') value='file' ;;
    'costs report --rules') value='file' ;;
    'costs report --allocate-by') value='-' ;;
    'costs report --metric') value='@metrics' ;;
    'costs report --require') value='@columns' ;;
    'costs report --sections') value='@=total,changes,daily,months,by,unit,budgets,outlook,allocation,coverage,anomalies' ;;
    'costs report --title') value='-' ;;
    'costs report --logo') value='file' ;;
    'costs report --locale') value='-' ;;
    'costs close --month') value='-' ;;
    'costs close --where') value='@columns' ;;
    'costs close --param') value='-' ;;
    'costs close --date-column') value='@columns' ;;
    'costs close --amount-column') value='@columns' ;;
    'costs close --currency-column') value='@columns' ;;
    'costs close --mirror') value='file' ;;
    'costs close --as-of') value='-' ;;
    'costs close --convert-to') value='@currencies' ;;
    'costs close --rate-method') value='=daily,month-average,month-end' ;;
    'costs close --rate-date') value='-' ;;
    'costs close --rates') value='file' ;;
    'costs close --source-column') value='-' ;;
    'costs close --max-lag') value='-' ;;
    'costs close --against') value='-' ;;
    'costs close --by') value='@columns' ;;
    'costs close --months') value='-' ;;
    'costs close --top') value='-' ;;
    'costs close --budgets') value='file' ;;
    'costs close --rules') value='file' ;;
    'costs close --allocate-by') value='-' ;;
    'costs close --metric') value='@metrics' ;;
    'costs close --require') value='@columns' ;;
    'costs close --title') value='-' ;;
    'costs close --logo') value='file' ;;
    'costs close --locale') value='-' ;;
    'costs close --allow-stale') value='-' ;;
    'costs close --invoice') value='file' ;;
    'costs close --invoice-by') value='@columns' ;;
    'costs close --map') value='-' ;;
    'costs close --sheet') value='-' ;;
    'costs close --tolerance') value='-' ;;
    'costs mirror --from') value='-' ;;
    'costs mirror --files') value='file' ;;
    'costs mirror --where') value='@columns' ;;
    'costs mirror --param') value='-' ;;
    'costs mirror --types') value='-' ;;
    'costs mirror --partition-by') value='=month,day' ;;
    'costs mirror --date-column') value='@columns' ;;
    'costs mirror --amount-column') value='@columns' ;;
    'costs mirror --currency-column') value='@columns' ;;
    'costs mirror --date-format') value='=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY' ;;
    'costs mirror --null-text') value='-' ;;
    'costs mirror --restate') value='-' ;;
    'costs mirror --keep') value='-' ;;
    'costs mirror --history') value='-' ;;
    'costs mirror --sql') value='=duckdb,spark,trino,athena,bigquery,clickhouse,snowflake' ;;
    'costs mirror --location') value='-' ;;
    'costs query --mirror') value='file' ;;
    'costs query --as-of') value='-' ;;
    'costs focus-check --focus') value='=1.0,1.1,1.2,1.3,1.4' ;;
    'costs focus-check --supports') value='-' ;;
    'config pull --only') value='-' ;;
    'config pull --into') value='file' ;;
    'config pull -O'|'config pull --out-file') value='file' ;;
    'config pull --delimiter') value='-' ;;
    'config plan --prune') value='-' ;;
    'config apply --prune') value='-' ;;
    'config apply --confirm') value='-' ;;
    'api GET --param') value='-' ;;
    'api GET -H'|'api GET --request-header') value='-' ;;
    'api GET --data') value='-' ;;
    'api GET --set') value='-' ;;
    'api GET --set-json') value='-' ;;
    'api GET --form') value='-' ;;
    'api GET --input') value='file' ;;
    'api GET --content-type') value='-' ;;
    'api HEAD --param') value='-' ;;
    'api HEAD -H'|'api HEAD --request-header') value='-' ;;
    'api HEAD --data') value='-' ;;
    'api HEAD --set') value='-' ;;
    'api HEAD --set-json') value='-' ;;
    'api HEAD --form') value='-' ;;
    'api HEAD --input') value='file' ;;
    'api HEAD --content-type') value='-' ;;
    'api POST --param') value='-' ;;
    'api POST -H'|'api POST --request-header') value='-' ;;
    'api POST --data') value='-' ;;
    'api POST --set') value='-' ;;
    'api POST --set-json') value='-' ;;
    'api POST --form') value='-' ;;
    'api POST --input') value='file' ;;
    'api POST --content-type') value='-' ;;
    'api PUT --param') value='-' ;;
    'api PUT -H'|'api PUT --request-header') value='-' ;;
    'api PUT --data') value='-' ;;
    'api PUT --set') value='-' ;;
    'api PUT --set-json') value='-' ;;
    'api PUT --form') value='-' ;;
    'api PUT --input') value='file' ;;
    'api PUT --content-type') value='-' ;;
    'api PATCH --param') value='-' ;;
    'api PATCH -H'|'api PATCH --request-header') value='-' ;;
    'api PATCH --data') value='-' ;;
    'api PATCH --set') value='-' ;;
    'api PATCH --set-json') value='-' ;;
    'api PATCH --form') value='-' ;;
    'api PATCH --input') value='file' ;;
    'api PATCH --content-type') value='-' ;;
    'api DELETE --param') value='-' ;;
    'api DELETE -H'|'api DELETE --request-header') value='-' ;;
    'api DELETE --data') value='-' ;;
    'api DELETE --set') value='-' ;;
    'api DELETE --set-json') value='-' ;;
    'api DELETE --form') value='-' ;;
    'api DELETE --input') value='file' ;;
    'api DELETE --content-type') value='-' ;;
    'api request --param') value='-' ;;
    'api request -H'|'api request --request-header') value='-' ;;
    'api request --data') value='-' ;;
    'api request --set') value='-' ;;
    'api request --set-json') value='-' ;;
    'api request --form') value='-' ;;
    'api request --input') value='file' ;;
    'api request --content-type') value='-' ;;
    'api import --name') value='-' ;;
    'api documents --forget') value='-' ;;
    'sandbox serve --port') value='-' ;;
    'sandbox serve --host') value='-' ;;
    'sandbox serve --rate-limit') value='-' ;;
    'sandbox serve --latency') value='-' ;;
    'sandbox serve --rows-per-day') value='-' ;;
    'sandbox serve --fail') value='-' ;;
    'sandbox serve --seed') value='-' ;;
    'sandbox serve --state') value='file' ;;
    'mcp --export-dir') value='file' ;;
  esac
}

# The words of the line, into line: bash takes words apart at colons and signs. What it completes of the last
# one comes after lead.
_costctl_read_line() {
  local word before
  line=()
  last=-1
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    before=
    ((last >= 0)) && before=${line[last]}
    lead=
    # A sign after an option comes before its value.
    if [[ -n $word && $word != -* && -n $before && $before != '=' ]] &&
      [[ $word == :* || $before == *: || ($before != -* && ($word == '=' || $before == *=)) ]]; then
      lead=$before
      line[last]=$before$word
    else
      ((++last))
      line[last]=$word
    fi
    [[ -n $lead && $word == [:=]* ]] && lead+=$word
  done
  cur=${line[last]}
}

# Offers a value that begins with what has been typed.
_costctl_add() {
  [[ $1 == "${cur//\\/}"* ]] && COMPREPLY+=("$(printf '%q' "${1#"${lead//\\/}"}")")
}

# Asks costctl itself: for what the service has, and for what an imported document added.
_costctl_ask() {
  local one
  while IFS= read -r one; do
    _costctl_add "${one%%$'\t'*}"
  done < <("${line[0]}" __complete "$1" "=${cur//\\/}" "${line[@]:1:last-1}" 2>/dev/null </dev/null)
}

# The folder of the imported documents, into imported; fails if there is none.
_costctl_imported() {
  local folder
  if [[ -n $COSTCTL_CONFIG_DIR ]]; then
    imported=$COSTCTL_CONFIG_DIR/described
    [[ -d $imported ]]
    return
  fi
  for folder in "${XDG_CONFIG_HOME:-$HOME/.config}" "$HOME/Library/Preferences" "$APPDATA"; do
    imported=$folder/costctl/described
    [[ -d $imported ]] && return
  done
  return 1
}

# The words that imported documents add after a path, into more: their imports wrote them to files.
_costctl_more() {
  local fields one
  more=
  _costctl_imported || return
  while IFS=$'\t' read -r -a fields; do
    for one in "${fields[@]:1}"; do
      one=${one%%:*}
      [[ " $more " == *" $one "* ]] || more+=" $one"
    done
  done < <(grep -h "^/$1"$'\t' "$imported"/*.words 2>/dev/null)
}

# Goes to a path of words.
_costctl_go() {
  local one
  path=$1
  _costctl_at "$path"
  _costctl_more "$path"
  # A word that a document has too is offered once.
  for one in $more; do
    words=" $words "
    words=${words/ $one / }
  done
}

# The options and arguments of an imported command are in no table: costctl itself reads the line.
_costctl_ask_line() {
  local imported
  _costctl_imported || return
  [[ $cur == '=' ]] && cur=
  _costctl_ask line
}

_costctl_offer() {
  local name list
  # The first word of a list needs no program.
  [[ $cur == *,* ]] || set -- "${1/#@=/=}"
  case $1 in
    =*)
      IFS=, read -ra list <<<"${1#=}"
      for name in "${list[@]}"; do _costctl_add "$name"; done
      ;;
    @*) _costctl_ask "${1#@}" ;;
    file)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("${name#"$lead"}"); done < <(compgen -f -- "$cur")
      ;;
  esac
}

_costctl() {
  local cur lead last path= place=0 at=1
  local word one next words aliases options arguments value lost= added more imported
  local -a line
  COMPREPLY=()
  _costctl_read_line
  _costctl_at '+'
  local shared=$options
  _costctl_at help
  local topics=$words helping=
  _costctl_go ''
  local all=$options
  while ((at < last)); do
    word=${line[at]}
    ((at++))
    case $word in
      -*)
        _costctl_value "$word" "$path"
        [[ -z $value ]] && continue
        # bash takes --option=value apart at the sign.
        if [[ ${line[at]} == '=' ]]; then
          if ((at == last)); then cur=; else ((at++)); fi
        fi
        if ((at >= last)); then
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
        [[ -n $lost ]] && continue
        next=
        for one in $words $more; do [[ $one == "$word" ]] && next=$one; done
        for one in $aliases; do [[ ${one%%=*} == "$word" ]] && next=${one#*=}; done
        if [[ -n $next ]]; then
          [[ " $more " == *" $next "* ]] && added=1 || added=
          _costctl_go "${path:+$path }$next"
          # A command of an imported document has nothing but options and arguments.
          [[ -n $added && -z $more ]] && lost=1
        else
          [[ -n $words$more ]] && lost=1
          ((place++))
        fi
        ;;
    esac
  done
  if [[ -n $lost ]]; then
    _costctl_ask_line
    return
  fi
  if [[ -n $helping ]]; then
    [[ -n $path ]] && topics=
    topics+=$more
    COMPREPLY=($(compgen -W "$words $topics" -- "$cur"))
    return
  fi
  if [[ $cur == -* ]]; then
    [[ $options == *+* ]] && all="$shared $all"
    COMPREPLY=($(compgen -W "${options%+} $all" -- "$cur"))
    ((${#COMPREPLY[@]})) || _costctl_ask_line
  elif [[ -n $words$more ]]; then
    COMPREPLY=($(compgen -W "$words$more" -- "$cur"))
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
