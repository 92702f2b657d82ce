"""One correction of the OpenAPI document: types that forbid unknown fields must say so."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin


class StrictStructs(OpenAPISchemaPlugin):
    """Litestar leaves `additionalProperties` out when it describes a struct; schemathesis notices
    that at once.
    """

    def is_plugin_supported_field(self, field_definition: Any) -> bool:
        struct = not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)
        return struct and bool(field_definition.annotation.__struct_config__.forbid_unknown_fields)

    def to_openapi_schema(self, field_definition: Any, schema_creator: Any) -> Schema:
        others = (
            plugin
            for plugin in schema_creator.plugins
            if isinstance(plugin, OpenAPISchemaPlugin) and plugin is not self
        )
        schema: Schema = next(
            plugin.to_openapi_schema(field_definition, schema_creator)
            for plugin in others
            if plugin.is_plugin_supported_field(field_definition)
        )
        schema.additional_properties = False
        return schema
