// Wraps Draco, which has only a C++ interface. No exception leaves this file.

#include <draco/compression/decode.h>

#include <cstdio>
#include <memory>
#include <new>

#include "decoders/decoders.h"

struct asset_draco_mesh {
    std::unique_ptr<draco::Mesh> mesh;
};

static void set_message(char *message, const char *text)
{
    std::snprintf(message, ASSET_DRACO_MESSAGE, "%s", text);
}

static std::unique_ptr<draco::Mesh> decode(const void *bytes, size_t size, char *message)
{
    draco::DecoderBuffer buffer;
    buffer.Init(static_cast<const char *>(bytes), size);
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (decoded.ok()) return std::move(decoded).value();
    set_message(message, decoded.status().error_msg());
    return nullptr;
}

extern "C" asset_draco_mesh *decoders_open_draco(const void *bytes, size_t size,
                                                 uint32_t *vertex_count, uint32_t *triangle_count,
                                                 char message[ASSET_DRACO_MESSAGE])
{
    try {
        std::unique_ptr<draco::Mesh> mesh = decode(bytes, size, message);
        if (!mesh) return nullptr;
        *vertex_count = mesh->num_points();
        *triangle_count = mesh->num_faces();
        return new asset_draco_mesh{std::move(mesh)};
    } catch (const std::bad_alloc &) {
        set_message(message, "not enough memory");
    } catch (...) {
        set_message(message, "the data is damaged");
    }
    return nullptr;
}

extern "C" bool decoders_read_draco_triangles(const asset_draco_mesh *mesh, uint32_t *out)
{
    for (uint32_t i = 0; i < mesh->mesh->num_faces(); i++) {
        const draco::Mesh::Face &face = mesh->mesh->face(draco::FaceIndex(i));
        for (int k = 0; k < 3; k++) {
            *out++ = face[k].value();
            if (face[k].value() >= mesh->mesh->num_points()) return false;
        }
    }
    return true;
}

// Does every vertex have a value index, and every value its memory?
static bool holds_values(const draco::Mesh &mesh, const draco::PointAttribute &attribute)
{
    if (!attribute.is_mapping_identity() && attribute.indices_map_size() < mesh.num_points())
        return false;
    if (!attribute.buffer() || attribute.byte_offset() < 0 || attribute.byte_stride() < 0)
        return false;
    size_t value = draco::DataTypeLength(attribute.data_type()) *
                   static_cast<size_t>(attribute.num_components());
    size_t offset = static_cast<size_t>(attribute.byte_offset());
    size_t stride = static_cast<size_t>(attribute.byte_stride());
    size_t size = attribute.buffer()->data_size();
    return attribute.size() > 0 && size >= offset && size - offset >= value &&
           (stride == 0 || (size - offset - value) / stride >= attribute.size() - 1);
}

template <typename T>
static bool read_values(const draco::Mesh &mesh, const draco::PointAttribute &attribute,
                        uint32_t width, void *out)
{
    T *at = static_cast<T *>(out);
    for (uint32_t i = 0; i < mesh.num_points(); i++, at += width) {
        draco::AttributeValueIndex value = attribute.mapped_index(draco::PointIndex(i));
        if (value.value() >= attribute.size()) return false;
        if (!attribute.ConvertValue<T>(value, static_cast<int8_t>(width), at)) return false;
    }
    return true;
}

extern "C" bool decoders_read_draco_attribute(const asset_draco_mesh *mesh, uint32_t id,
                                              uint32_t component_type, uint32_t width, void *out)
{
    const draco::PointAttribute *attribute = mesh->mesh->GetAttributeByUniqueId(id);
    if (!attribute || static_cast<uint32_t>(attribute->num_components()) != width) return false;
    if (!holds_values(*mesh->mesh, *attribute)) return false;
    switch (component_type) {
    case 5120: return read_values<int8_t>(*mesh->mesh, *attribute, width, out);
    case 5121: return read_values<uint8_t>(*mesh->mesh, *attribute, width, out);
    case 5122: return read_values<int16_t>(*mesh->mesh, *attribute, width, out);
    case 5123: return read_values<uint16_t>(*mesh->mesh, *attribute, width, out);
    case 5125: return read_values<uint32_t>(*mesh->mesh, *attribute, width, out);
    case 5126: return read_values<float>(*mesh->mesh, *attribute, width, out);
    default: return false;
    }
}

extern "C" void decoders_close_draco(asset_draco_mesh *mesh)
{
    delete mesh;
}
